// Draws pictures and files. Only those of the sandbox are loaded; others are only named.
import { h } from './dom.js';
import { spoiler } from './richtext.js';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

// Returns the path of a picture or file on this server, or null if it is on another server.
export function localPath(url, message) {
  if (url.startsWith('attachment://')) {
    const attached = message.attachments?.find((each) => each.filename === url.slice('attachment://'.length));
    return attached ? localPath(attached.url, message) : null;
  }
  const address = URL.parse(url, location.href);
  const ours =
    address &&
    (address.origin === location.origin || (LOOPBACK.includes(address.hostname) && address.port === location.port));
  return ours ? address.pathname + address.search : null;
}

export function picture({ url, description, width, height, hidden }, message, className = 'picture') {
  const path = localPath(url, message);
  if (!path) return elsewhere(url, description);
  const image = h('img', {
    class: className,
    src: path,
    alt: description || fileName(url),
    width,
    height,
    loading: 'lazy',
  });
  return hidden ? spoiler(image, 'picture-cover') : image;
}

function elsewhere(url, description) {
  return h('p', { class: 'elsewhere' }, `🖼 ${description || 'Picture'} (not loaded: `, h('span', {}, url), ')');
}

export function fileCard({ url, name, size, hidden }, message) {
  const path = localPath(url, message);
  const title = path ? h('a', { href: path, download: name }, name) : h('span', {}, name);
  const card = h(
    'div',
    { class: 'file' },
    h('span', { class: 'file-icon', 'aria-hidden': 'true' }, '📄'),
    h('span', { class: 'file-name' }, title, h('small', {}, path ? readableSize(size) : 'Not in the sandbox')),
  );
  return hidden ? spoiler(card, 'picture-cover') : card;
}

export function attachment(each, message) {
  const hidden = each.filename.startsWith('SPOILER_');
  const { url, description, width, height } = each;
  if (each.content_type?.startsWith('image/')) return picture({ url, description, width, height, hidden }, message);
  return fileCard({ url, name: each.filename, size: each.size, hidden }, message);
}

export function fileName(url) {
  return decodeURIComponent(url.split(/[?#]/)[0].split('/').at(-1));
}

export function readableSize(bytes) {
  if (!Number.isFinite(bytes)) return '';
  if (bytes < 1024) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`;
}
