import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, vi } from 'vitest'
import { startLanguage } from '../../console/app/language.ts'

// The words of the console, and an empty page for each test.
if (!i18next.isInitialized) await startLanguage('en-us')
await import('../../console/app/allWords.ts')

// A busy machine takes longer than a second for a step; the whole page in a message hides what is missing.
configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message ?? 'not found') })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})
