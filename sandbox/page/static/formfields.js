// Draws and checks the fields of a form: texts, select menus, radio buttons, checkboxes.
import { freshId, h } from './dom.js';
import { chosenAtFirst, selectOffers } from './offers.js';
import { richText } from './richtext.js';
import { Select } from './select.js';

const CHECKBOX = 23;
const NEEDED = 'This is needed.';

// A field is {element, validate(), answer(), focus()}.
export function drawField(component, view) {
  switch (component.type) {
    case 1:
      return row(component, view);
    case 10:
      return {
        element: richText(component.content, view),
        validate: () => true,
        answer: () => ({ type: 10, id: component.id }),
      };
    case 18:
      return labelled(component, view);
    default:
      return unknown(component);
  }
}

function unknown(component) {
  const element = h(
    'p',
    { class: 'elsewhere' },
    `The sandbox cannot show a component of type ${component.type} in a form.`,
  );
  return { element, validate: () => true, answer: () => ({ type: component.type, id: component.id }) };
}

// Draws the older kind of field: a text input in a row, which holds its own label.
function row(component, view) {
  const [inner] = component.components;
  const field = frame(inner, { label: inner.label, description: '' }, view);
  return { ...field, answer: () => ({ type: 1, id: component.id, components: [field.value()] }) };
}

function labelled(component, view) {
  const field = frame(component.component, component, view);
  return { ...field, answer: () => ({ type: 18, id: component.id, component: field.value() }) };
}

function frame(component, { label, description }, view) {
  const ids = { label: freshId('label'), hint: freshId('hint') };
  const control = drawControl(component, ids, label, view);
  const needed = isNeeded(component);
  const problem = h('p', { class: 'problem', id: ids.hint, role: 'alert' });
  const element = h(
    'div',
    { class: component.type === CHECKBOX ? 'form-field single' : 'form-field' },
    h(
      'label',
      { id: ids.label, for: control.id },
      label,
      needed && h('span', { class: 'needed', title: 'Needed' }, ' *'),
    ),
    description && h('p', { class: 'hint' }, description),
    control.element,
    problem,
  );
  const validate = () => {
    problem.textContent = control.problem(needed) ?? '';
    element.classList.toggle('wrong', Boolean(problem.textContent));
    return !problem.textContent;
  };
  const value = () => ({ type: component.type, id: component.id, custom_id: component.custom_id, ...control.value() });
  return { element, validate, value, focus: control.focus };
}

function isNeeded(component) {
  return component.type !== CHECKBOX && component.required !== false;
}

function drawControl(component, ids, label, view) {
  switch (component.type) {
    case 4:
      return textInput(component, ids);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(component, label, view);
    case 21:
      return options(component, ids, 'radio');
    case 22:
      return options(component, ids, 'checkbox');
    case CHECKBOX:
      return checkbox(component);
    default:
      return {
        element: unknown(component).element,
        problem: () => 'The sandbox cannot fill this in.',
        value: () => ({}),
        focus: () => {},
      };
  }
}

function textInput(component, ids) {
  const long = component.style === 2;
  const id = freshId('input');
  const most = component.max_length ?? 4000;
  const least = component.min_length ?? 0;
  const input = h(long ? 'textarea' : 'input', {
    id,
    rows: long && '4',
    type: long ? null : 'text',
    maxlength: most,
    placeholder: component.placeholder,
    'aria-describedby': ids.hint,
    autocomplete: 'off',
  });
  input.value = component.value ?? '';
  const problem = (needed) => {
    if (!input.value.trim()) return needed ? NEEDED : null;
    return input.value.length < least ? `Write at least ${least} characters.` : null;
  };
  return { id, element: input, problem, value: () => ({ value: input.value }), focus: () => input.focus() };
}

function select(component, label, view) {
  const min = component.min_values ?? 1;
  const control = new Select({
    label,
    placeholder: component.placeholder || 'Make a selection',
    offers: selectOffers(component, view.directory, view.channel),
    chosen: chosenAtFirst(component),
    min: component.required === false ? 0 : min,
    max: component.max_values ?? 1,
  });
  const problem = (needed) => {
    const { length } = control.values;
    if (length >= min || (!needed && length === 0)) return null;
    return min > 1 ? `Choose at least ${min}.` : NEEDED;
  };
  return {
    element: control.element,
    problem,
    value: () => ({ values: control.values }),
    focus: () => control.button.focus(),
  };
}

function options(component, ids, type) {
  const name = freshId('options');
  const inputs = component.options.map((option) =>
    h('input', { type, name, value: option.value, checked: option.default }),
  );
  const lines = component.options.map((option, index) =>
    h(
      'label',
      { class: 'tick' },
      inputs[index],
      h('span', {}, option.label, option.description && h('small', {}, option.description)),
    ),
  );
  const element = h(
    'div',
    {
      class: 'ticks',
      role: type === 'radio' ? 'radiogroup' : 'group',
      'aria-labelledby': ids.label,
      'aria-describedby': ids.hint,
    },
    lines,
  );
  const values = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const value = () => (type === 'radio' ? { value: values()[0] ?? null } : { values: values() });
  return {
    element,
    problem: (needed) => countProblem(component, values().length, needed, type),
    value,
    focus: () => inputs[0].focus(),
  };
}

function countProblem(component, count, needed, type) {
  if (count === 0) return needed ? NEEDED : null;
  if (type === 'radio') return null;
  const least = component.min_values ?? 1;
  const most = component.max_values ?? component.options.length;
  if (count < least) return `Choose at least ${least}.`;
  return count > most ? `Choose at most ${most}.` : null;
}

function checkbox(component) {
  const id = freshId('checkbox');
  const input = h('input', { type: 'checkbox', id, checked: component.default });
  return {
    id,
    element: input,
    problem: () => null,
    value: () => ({ value: input.checked }),
    focus: () => input.focus(),
  };
}
