/**
 * `ref` for content that replaces a pressed control: moves the focus to the content, which would otherwise be lost.
 * Screen readers start reading there, and another key press has no effect.
 */
export function autoFocus(element: HTMLElement | null): void {
  element?.focus()
}
