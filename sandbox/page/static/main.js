// The whole page: its panes, the tabs of a small window, and the bot's state.
import { unreadMark } from './badges.js';
import { showBot } from './banner.js';
import { h } from './dom.js';
import { openMenu } from './menu.js';
import { Pane } from './pane.js';
import { askForName } from './newperson.js';
import { avatar } from './people.js';
import { startTicking } from './time.js';

const PANES_AT_FIRST = 2;
const MOST_PANES = 4;
const narrow = matchMedia('(max-width: 720px)');

class Page {
  constructor() {
    this.panes = [];
    this.current = null;
    this.holder = document.getElementById('panes');
    this.tabs = document.getElementById('tabs');
    this.adder = document.getElementById('add-pane');
    this.adder.addEventListener('click', () => this.addMenu());
    narrow.addEventListener('change', () => this.show(this.current));
    for (const sign of ['focusin', 'pointerdown']) {
      this.holder.addEventListener(sign, (event) => {
        this.current = this.panes.find((pane) => pane.element.contains(event.target)) ?? this.current;
      });
    }
    document.addEventListener('keydown', (event) => this.key(event));
  }

  // A slash outside of text fields is typed into the bar of the pane that was used last.
  key(event) {
    const typing = event.target.closest('input, textarea, [role=combobox], [role=menu], dialog');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || !this.current) return;
    event.preventDefault();
    this.current.bar.startWithSlash();
  }

  get names() {
    return this.panes.map((pane) => pane.name).filter(Boolean);
  }

  add(personId) {
    const pane = new Pane(personId, this);
    this.panes.push(pane);
    this.holder.append(pane.element);
    this.show(this.current ?? pane);
    return pane;
  }

  // Shows another person in the same place.
  replace(pane, personId) {
    const fresh = new Pane(personId, this);
    pane.element.replaceWith(fresh.element);
    pane.close();
    this.panes[this.panes.indexOf(pane)] = fresh;
    this.show(fresh);
  }

  remove(pane) {
    pane.close();
    this.panes = this.panes.filter((each) => each !== pane);
    this.show(this.panes[0]);
  }

  show(current) {
    this.current = current;
    for (const pane of this.panes) {
      pane.element.classList.toggle('current', pane === current);
      pane.client.setVisible(!narrow.matches || pane === current);
    }
    this.holder.style.setProperty('--panes', this.panes.length);
    this.changed();
  }

  changed() {
    this.tabs.replaceChildren(...this.panes.filter((pane) => pane.client.directory).map((pane) => this.tab(pane)));
    this.adder.hidden = this.panes.length >= MOST_PANES;
    const mentions = this.panes.reduce((sum, pane) => sum + pane.client.news().mentions, 0);
    for (const pane of this.panes) pane.messages.showWelcome();
    document.title = mentions ? `(${mentions}) Gauntlet sandbox` : 'Gauntlet sandbox';
  }

  tab(pane) {
    const { client } = pane;
    const current = pane === this.current;
    return h(
      'button',
      { type: 'button', class: 'tab', 'aria-pressed': String(current), onclick: () => this.show(pane) },
      avatar(client.directory.me, client.directory, 'tiny'),
      pane.name,
      unreadMark(client.news()),
    );
  }

  bot(state) {
    showBot(state);
  }

  // The people who are not on the page yet.
  absent() {
    const { directory } = this.panes[0].client;
    const shown = this.panes.map((pane) => pane.client.personId);
    return directory.everybody.filter((person) => !shown.includes(person.user.id));
  }

  personEntry(person, choose) {
    const { directory } = this.panes[0].client;
    return {
      icon: avatar(person.user, directory, 'tiny'),
      label: directory.nameOf(person.user),
      run: () => choose(person.user.id),
    };
  }

  personMenu(pane, anchor) {
    const choose = (id) => this.replace(pane, id);
    const entries = [
      { heading: 'Show someone else here' },
      ...this.absent().map((person) => this.personEntry(person, choose)),
      { label: 'New person…', run: () => this.invite(choose) },
    ];
    if (this.panes.length > 1) entries.push({ label: 'Close this pane', run: () => this.remove(pane) });
    openMenu(anchor, 'Who this is', entries);
  }

  addMenu() {
    const choose = (id) => this.show(this.add(id));
    const entries = this.absent().map((person) => this.personEntry(person, choose));
    if (!entries.length) this.invite(choose);
    else
      openMenu(this.adder, 'Add a person', [
        { heading: 'Show beside the others' },
        ...entries,
        { label: 'New person…', run: () => this.invite(choose) },
      ]);
  }

  // Adds a person. Their id is known when the world has changed.
  invite(choose) {
    const { client } = this.panes[0];
    askForName(async (name) => {
      const known = new Set(client.directory.everybody.map((person) => person.user.id));
      const arrived = new Promise((resolve) => {
        client.listen('world', () => {
          const newcomer = client.directory.everybody.find((person) => !known.has(person.user.id));
          if (newcomer) resolve(newcomer.user.id);
        });
      });
      const answer = await Promise.race([client.ask({ do: 'add_person', name }), arrived]);
      if (answer.type === 'refused') return answer.text;
      choose(await arrived);
      return null;
    });
  }
}

async function start() {
  const answer = await fetch('/page/people');
  const people = await answer.json();
  const page = new Page();
  for (const { user } of people.slice(0, PANES_AT_FIRST)) page.add(user.id);
  startTicking();
}

start();
