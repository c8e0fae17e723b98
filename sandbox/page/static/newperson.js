// Asks for the name of a further person who joins the sandbox.

// `onname(name)` resolves to a sentence when the name was refused, else to null.
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
