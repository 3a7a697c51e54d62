import { computeAccessibleName, getRole } from 'dom-accessibility-api'

/** What can be pressed, filled or seen: its ARIA role and its accessible name in English; an empty name is any name. */
export interface Named {
  readonly role: string
  readonly name: string
  /** The role of what it lies in, such as the open dialog. */
  readonly within?: string | undefined
}

declare global {
  interface Window {
    /** `findNamed`, in a page that the tests use. */
    mimicTestFindNamed(this: void, named: Named): Element | null
  }
}

/**
 * The first visible element of a page with this role and name, as a screen reader would find it. It runs in the page: the browser's own search
 * by role and name builds the tree for screen readers of the whole page at each question, 0.2 s in the designer.
 */
function findNamed({ role, name, within }: Named): Element | null {
  const modal = document.querySelector('dialog:modal')
  for (const element of modal ? [modal, ...modal.querySelectorAll('*')] : document.querySelectorAll('*')) {
    if (roleOf(element) !== role || !canBeSeen(element)) continue
    if (within && !isWithin(element, within)) continue
    if (name === '' || computeAccessibleName(element) === name) return element
  }
  return null
}

/** As browsers say it: `image` for what ARIA calls `img`, and `textbox` for a password, which has no role in ARIA. */
function roleOf(element: Element): string | null {
  const role = getRole(element)
  if (role === 'img') return 'image'
  return role ?? (element instanceof HTMLInputElement && element.type === 'password' ? 'textbox' : null)
}

function isWithin(element: Element, role: string): boolean {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) if (roleOf(parent) === role) return true
  return false
}

function canBeSeen(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [inert]')) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

window.mimicTestFindNamed = findNamed
