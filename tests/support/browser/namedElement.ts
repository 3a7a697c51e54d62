import { computeAccessibleName, getRole } from 'dom-accessibility-api'

/** Identifies an element by ARIA role and English accessible name. An empty name matches any. */
export interface Named {
  readonly role: string
  readonly name: string
  /** Role of an ancestor, such as the open dialog. */
  readonly within?: string | undefined
}

declare global {
  interface Window {
    /** `findNamed`, injected into tested pages. */
    mimicTestFindNamed(this: void, named: Named): Element | null
  }
}

/**
 * Returns the first visible element with this role and name, as a screen reader would. Runs in the page, because the
 * browser's own query rebuilds the accessibility tree of the page each time, 0.2 s in the designer.
 */
function findNamed({ role, name, within }: Named): Element | null {
  const modal = document.querySelector('dialog:modal')
  for (const element of modal ? [modal, ...modal.querySelectorAll('*')] : document.querySelectorAll('*')) {
    if (findRole(element) !== role || !canBeSeen(element)) continue
    if (within && !isWithin(element, within)) continue
    if (name === '' || computeAccessibleName(element) === name) return element
  }
  return null
}

/** Uses browser role names: `image` instead of `img`, and `textbox` for a password, which has no ARIA role. */
function findRole(element: Element): string | null {
  const role = getRole(element)
  if (role === 'img') return 'image'
  return role ?? (element instanceof HTMLInputElement && element.type === 'password' ? 'textbox' : null)
}

function isWithin(element: Element, role: string): boolean {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (findRole(parent) === role) return true
  return false
}

function canBeSeen(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [inert]')) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

window.mimicTestFindNamed = findNamed
