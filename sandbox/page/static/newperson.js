// Asks for the name of a new person.

// `onname(name)` resolves to null, or to a sentence if the name was refused.
export function askForName(onname) {
  const dialog = document.getElementById('new-person');
  const form = dialog.querySelector('form');
  const problem = dialog.querySelector('.problem');
  form.reset();
  problem.textContent = '';
  form.onsubmit = async (event) => {
    event.preventDefault();
    const refusal = await onname(form.elements.name.value.trim());
    if (refusal) problem.textContent = refusal;
    else dialog.close();
  };
  dialog.querySelector('[data-cancel]').onclick = () => dialog.close();
  dialog.showModal();
}
