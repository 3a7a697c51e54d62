/**
 * As a `ref` of what comes in the place of a control that was pressed: without it the focus would be lost with that control. Who listens
 * begins to read there; a key pressed once too often presses nothing.
 */
export function autoFocus(element: HTMLElement | null): void {
  element?.focus()
}
