import '@fontsource-variable/noto-sans-sc'
import './styles/base.css'
import { reaction } from 'mobx'
import { createRoot as createReactRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { detour } from './app/guard.ts'
import { startLanguage } from './app/language.ts'
import { createRouter } from './app/routes.tsx'
import { loadServerConfig } from './net/serverConfig.ts'
import { createRoot } from './stores/root.ts'
import { applyPalette } from './styles/palette.ts'

/** Boots the console: server addresses, stores, words, then the first page. */
async function boot(at: HTMLElement): Promise<void> {
  const config = await loadServerConfig(localStorage, location)
  const stores = createRoot(config, {
    sessionStorage, localStorage, prefersDark: matchMedia('(prefers-color-scheme: dark)').matches,
  })
  applyPalette(stores.preferences.theme, document.documentElement)
  await startLanguage(stores.preferences.language)
  const router = createRouter(stores)

  reaction(() => stores.session.isSignedIn, (isSignedIn) => {
    if (isSignedIn) return
    stores.drawings.clear()
    const { pathname, search } = router.state.location
    const elsewhere = detour({ username: null, mustChangePassword: false }, pathname, search)
    if (elsewhere !== null) void router.navigate(elsewhere)
  })

  createReactRoot(at).render(<App stores={stores} router={router} />)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void boot(root)
