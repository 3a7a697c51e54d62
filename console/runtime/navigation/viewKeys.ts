import type { Fitted } from '../../kit/drawing/fitOnResize.ts'

export const zoomStep = 1.25
const panPx = 60

/** View commands for keyboard and buttons. */
export type ViewCommand = 'nearer' | 'farther' | 'whole' | 'left' | 'right' | 'up' | 'down'

/** Keys of the view commands, as displayed. */
export const viewKeys: Readonly<Record<'nearer' | 'farther' | 'whole' | 'move' | 'moveFrom', readonly string[]>> = {
  nearer: ['+'],
  farther: ['-'],
  whole: ['0'],
  move: ['←', '→', '↑', '↓'],
  moveFrom: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'],
}

const commandsByKey: Readonly<Record<string, ViewCommand>> = {
  '+': 'nearer',
  '=': 'nearer',
  '-': 'farther',
  _: 'farther',
  0: 'whole',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Elements that handle keys themselves. */
const ownKeys = [
  'input',
  'textarea',
  'select',
  'video',
  'iframe',
  '[contenteditable]',
  '[data-pins]',
  ...['menu', 'listbox', 'dialog', 'combobox', 'slider', 'spinbutton', 'radiogroup', 'tablist'].map(
    (role) => `[role="${role}"]`,
  ),
].join()

/**
 * Returns the view command of a key event; null if there is none. Ignores keys with Ctrl, Alt or Meta, and keys in
 * fields and dialogs.
 */
export function getViewCommand({
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  target,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>): ViewCommand | null {
  if (defaultPrevented || ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(ownKeys)))
    return null
  return commandsByKey[key] ?? null
}

/** Executes a view command. Arrow keys reveal content in their direction. */
export function runViewCommand(view: Pick<Fitted, 'fit' | 'zoomBy' | 'panBy'>, how: ViewCommand): void {
  switch (how) {
    case 'nearer':
      return view.zoomBy(zoomStep)
    case 'farther':
      return view.zoomBy(1 / zoomStep)
    case 'whole':
      return view.fit()
    case 'left':
      return view.panBy(panPx, 0)
    case 'right':
      return view.panBy(-panPx, 0)
    case 'up':
      return view.panBy(0, panPx)
    case 'down':
      return view.panBy(0, -panPx)
  }
}
