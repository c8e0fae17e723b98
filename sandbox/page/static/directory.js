// Finds people, roles and channels by id in the world that one person sees.
// `people` are those whose names this client knows; `members` can be searched for.
import { hexColour } from './dom.js';

export const CATEGORY = 4;
export const THREADS = [10, 11, 12];
const DIRECT = [1, 3];

export class Directory {
  constructor(world) {
    this.me = world.me;
    this.application = world.application;
    this.commands = world.commands;
    this.shortcuts = world.shortcuts;
    this.guilds = world.guilds;
    this.dms = world.dms;
    this.people = new Map(world.people.map((person) => [person.user.id, person]));
    this.everybody = world.everybody;
    this.setEmoji(world.emoji);
    this.members = new Map(world.guilds.flatMap((guild) => guild.members.map((member) => [member.user.id, member])));
    this.roles = new Map(world.guilds.flatMap((guild) => guild.roles.map((role) => [role.id, role])));
    this.channels = new Map(
      [...world.dms, ...world.guilds.flatMap((guild) => guild.channels)].map((channel) => [channel.id, channel]),
    );
  }

  // Finds a person whose name this client can show, in any message or in this one.
  user(id, message) {
    return (message?.mentions ?? []).find((user) => user.id === id) ?? this.people.get(id)?.user;
  }

  setEmoji(ids) {
    this.emoji = new Set(ids);
  }

  meet(people) {
    for (const person of people) this.people.set(person.user.id, person);
  }

  // The author of a message may have left, so the user object itself can give the name too.
  nameOf(user) {
    const nick = this.members.get(user.id)?.nick;
    return nick || user.global_name || user.username;
  }

  isBot(user) {
    return Boolean(user.bot);
  }

  rolesOf(userId) {
    const ids = this.members.get(userId)?.roles ?? [];
    return ids
      .map((id) => this.roles.get(id))
      .filter(Boolean)
      .sort((a, b) => b.position - a.position);
  }

  colourOf(userId) {
    const role = this.rolesOf(userId).find((each) => each.color);
    return role ? hexColour(role.color) : null;
  }

  isDirect(channel) {
    return DIRECT.includes(channel.type);
  }

  isThread(channel) {
    return THREADS.includes(channel.type);
  }

  channelName(channel) {
    if (!this.isDirect(channel)) return channel.name;
    const others = (channel.recipients ?? []).filter((user) => user.id !== this.me.id);
    return others.map((user) => this.nameOf(user)).join(', ') || 'Direct message';
  }

  channelLabel(channel) {
    return `${this.isDirect(channel) ? '@' : '#'}${this.channelName(channel)}`;
  }

  guildOf(channel) {
    return this.guilds.find((guild) => guild.channels.some((each) => each.id === channel.id));
  }

  // The people and the bot who share this channel with me.
  peopleIn(channel) {
    const guild = channel && this.guildOf(channel);
    const users = guild ? guild.members.map((member) => member.user) : [this.me, ...(channel?.recipients ?? [])];
    const unique = new Map(users.map((user) => [user.id, user]));
    return [...unique.values()];
  }
}
