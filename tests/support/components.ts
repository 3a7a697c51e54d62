import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, vi } from 'vitest'
import { startLanguage } from '../../console/app/shell/language.ts'

// Loads the console's translations and clears the page for each test.
if (!i18next.isInitialized) await startLanguage('en-us')
await import('../../console/app/shell/loadTranslations.ts')

// A step may exceed one second on a busy machine. The full page in an error message would hide the missing element.
configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message ?? 'not found') })

// No style sheet hides elements here, and matching all of antd's rules takes a third of the time.
globalThis.getComputedStyle = (element) =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style : document.body.style

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})
