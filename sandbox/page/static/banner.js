// Shows the bot's state in the top bar, and a banner with the end of its log if it has crashed or stopped.
import { h } from './dom.js';

const WORDS = { starting: 'Bot is starting', ready: 'Bot is ready', crashed: 'Bot crashed', stopped: 'Bot stopped' };
const SENTENCES = {
  crashed: 'The bot crashed. These are the last lines of its log:',
  stopped: 'The bot has stopped, so nothing answers commands and buttons.',
};

// Removes the codes for terminal colours.
function uncoloured(line) {
  return line.replace(/\u001b\[[\d;]*m/g, '');
}

export function showBot({ state, log }) {
  const status = document.getElementById('bot-status');
  status.className = `bot-status ${state}`;
  status.replaceChildren(h('span', { class: 'lamp', 'aria-hidden': 'true' }), WORDS[state] ?? state);
  const banner = document.getElementById('banner');
  const sentence = SENTENCES[state];
  banner.hidden = !sentence;
  const lines =
    log?.length > 0 && h('pre', { tabindex: '0', 'aria-label': 'The bot’s log' }, log.map(uncoloured).join('\n'));
  banner.replaceChildren(...(sentence ? [h('p', {}, sentence), lines].filter(Boolean) : []));
  banner.lastElementChild?.scrollTo(0, banner.lastElementChild.scrollHeight);
}
