import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, vi } from 'vitest'
import { startLanguage } from '../../console/app/language.ts'

// The words of the console, and an empty page for each test.
if (!i18next.isInitialized) await startLanguage('en-us')
await import('../../console/app/loadTranslations.ts')

// A busy machine takes longer than a second for a step; the whole page in a message hides what is missing.
configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message ?? 'not found') })

// Nothing here is hidden by a style sheet, and matching all of antd's rules takes a third of the time.
globalThis.getComputedStyle = (element) => (element instanceof HTMLElement || element instanceof SVGElement ? element.style : document.body.style)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})
