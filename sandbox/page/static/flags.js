// Reads the bits of a message's flags that change how it looks.

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const LAYOUT = 1 << 15;

export const isPrivate = (message) => Boolean(message.flags & EPHEMERAL);
export const isLoading = (message) => Boolean(message.flags & LOADING);
export const isLayout = (message) => Boolean(message.flags & LAYOUT);
