import type { Fitted } from '../../kit/fitOnResize.ts'

export const zoomStep = 1.25
const panPx = 60

/** What a running drawing does with its view when told by keys or buttons. */
export type ViewCommand = 'nearer' | 'farther' | 'whole' | 'left' | 'right' | 'up' | 'down'

/** The keys of a view, as they are written in the list of keys and beside the buttons. */
export const viewKeys: Readonly<Record<'nearer' | 'farther' | 'whole' | 'move' | 'moveFrom', readonly string[]>> = {
  nearer: ['+'], farther: ['-'], whole: ['0'], move: ['←', '→', '↑', '↓'], moveFrom: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'],
}

const looks: Readonly<Record<string, ViewCommand>> = {
  '+': 'nearer', '=': 'nearer', '-': 'farther', _: 'farther', 0: 'whole', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
}

/** What has keys of its own, or asks something: a key there is not meant for the drawing. */
const ownKeys = [
  'input', 'textarea', 'select', 'video', 'iframe', '[contenteditable]', '[data-pins]',
  ...['menu', 'listbox', 'dialog', 'combobox', 'slider', 'spinbutton', 'radiogroup', 'tablist'].map((role) => `[role="${role}"]`),
].join()

/** What a key means for the view; null: nothing. Keys with Ctrl, Alt or Meta are the browser's, keys in fields and boxes theirs. */
export function viewCommandOf({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>): ViewCommand | null {
  if (defaultPrevented || ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(ownKeys))) return null
  return looks[key] ?? null
}

/** Looks elsewhere or from nearer or farther. An arrow shows more of what lies that way. */
export function runViewCommand(view: Pick<Fitted, 'fit' | 'zoomBy' | 'panBy'>, how: ViewCommand): void {
  switch (how) {
    case 'nearer': return view.zoomBy(zoomStep)
    case 'farther': return view.zoomBy(1 / zoomStep)
    case 'whole': return view.fit()
    case 'left': return view.panBy(panPx, 0)
    case 'right': return view.panBy(-panPx, 0)
    case 'up': return view.panBy(0, panPx)
    case 'down': return view.panBy(0, -panPx)
  }
}
