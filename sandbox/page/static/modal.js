// Shows a bot's form as a dialog over one person's pane.
import { drawField } from './formfields.js';
import { freshId, h } from './dom.js';

// `onsubmit(components)` resolves to the sandbox's answer. The dialog closes if the answer accepts the form.
export function openModal(pane, modal, view, onsubmit) {
  const fields = modal.components.map((component) => drawField(component, view));
  const title = freshId('title');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button primary' }, 'Submit');
  const cancel = h('button', { type: 'button', class: 'button secondary' }, 'Cancel');
  const form = h(
    'form',
    { novalidate: true },
    h(
      'div',
      { class: 'modal-fields' },
      fields.map((field) => field.element),
    ),
    problem,
    h('div', { class: 'modal-foot' }, cancel, submit),
  );
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title }, h('h2', { id: title }, modal.title), form);
  const cover = h('div', { class: 'modal-cover' }, dialog);
  const returnTo = document.activeElement;
  const inner = pane.querySelector('.pane-inner');

  const close = () => {
    inner.inert = false;
    cover.remove();
    if (returnTo?.isConnected) returnTo.focus();
  };
  cancel.addEventListener('click', close);
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.validate());
    problem.textContent = '';
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    submit.disabled = true;
    const answer = await onsubmit(fields.map((field) => field.answer()));
    submit.disabled = false;
    if (answer.type === 'acknowledged') close();
    else problem.textContent = answer.type === 'failed' ? 'Something went wrong. Try again.' : answer.text;
  });

  pane.append(cover);
  inner.inert = true;
  dialog.show();
  fields.find((field) => field.focus)?.focus();
}
