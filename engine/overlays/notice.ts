import type { OverlayTexts } from './overlay.ts'

/** Status line over an overlay that has no picture yet or has lost it, with an optional retry button. */
export class Notice {
  readonly element = document.createElement('div')
  private readonly words: OverlayTexts
  private readonly retry: () => void

  constructor(words: OverlayTexts, retry: () => void) {
    this.words = words
    this.retry = retry
    Object.assign(this.element.style, {
      position: 'absolute',
      left: '0',
      right: '0',
      bottom: '0',
      padding: '4px 8px',
      display: 'none',
      gap: '8px',
      alignItems: 'center',
      justifyContent: 'space-between',
      font: '12px system-ui, sans-serif',
      color: '#f4f6f8',
      background: '#1c2228cc',
    })
    this.element.setAttribute('role', 'status')
  }

  showLoading(): void {
    this.element.replaceChildren(this.words.loading)
    this.element.style.display = 'flex'
  }

  showFailed(): void {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = this.words.retry
    Object.assign(button.style, {
      font: 'inherit',
      color: 'inherit',
      background: 'transparent',
      border: '1px solid currentColor',
      borderRadius: '3px',
      cursor: 'pointer',
      pointerEvents: 'auto',
    })
    button.addEventListener('click', this.retry)
    this.element.replaceChildren(this.words.failed, button)
    this.element.style.display = 'flex'
  }

  /** Shows the failure text without a retry button, for failures that a retry cannot fix. */
  showNothing(): void {
    this.element.replaceChildren(this.words.failed)
    this.element.style.display = 'flex'
  }

  hide(): void {
    this.element.style.display = 'none'
  }
}
