import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { type RootStore, StoresProvider } from '../stores/root.ts'
import { applyPalette } from '../styles/palette.ts'
import { applyLanguage } from './shell/language.ts'
import type { createRouter } from './routes.tsx'

interface AppProps {
  readonly stores: RootStore
  readonly router: ReturnType<typeof createRouter>
}

/** Provides the stores to all pages and applies language and theme changes immediately, without a reload. */
export const App = observer(function App({ stores, router }: AppProps) {
  const { language, theme, edition } = stores.preferences
  useEffect(() => applyLanguage(language), [language])
  useEffect(() => applyPalette(theme, edition, document.documentElement), [theme, edition])
  return (
    <StoresProvider value={stores}>
      {/* Renders a page synchronously: time slicing, with a frame of the old page between slices, takes longer. */}
      <RouterProvider router={router} useTransitions={false} />
    </StoresProvider>
  )
})
