import './styles/base.css'
import './styles/latin.css'
import { autorun } from 'mobx'
import { createRoot as createReactRoot } from 'react-dom/client'
import { delayLimit } from '../contract/scada/delayLimit.ts'
import { App } from './app/App.tsx'
import { startLanguage } from './app/shell/language.ts'
import { isSharePage } from './app/pages/guard.ts'
import { createRouter, followSession } from './app/routes.tsx'
import { loadServerConfig } from './net/serverConfig.ts'
import { tryOr, lastingStorage, toSafeStorage } from './stores/session/browserStorage.ts'
import { createRoot } from './stores/root.ts'
import { applyPalette } from './styles/palette.ts'

/** Boots the console: loads the server addresses, creates the stores, loads the language and renders the app. */
async function boot(at: HTMLElement): Promise<void> {
  const config = await loadServerConfig(lastingStorage(), location)
  delayLimit.choose(config.linkageDelayLimit ?? delayLimit.seconds)
  const stores = createRoot(config, {
    sessionStorage: toSafeStorage(() => sessionStorage),
    localStorage: lastingStorage(),
    prefersDark: matchMedia('(prefers-color-scheme: dark)').matches,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    events: window,
    origin: location.origin,
    // Share pages do not take part in session sharing: they lead to other pages only by a full page load.
    tabs: isSharePage(location.pathname, location.search)
      ? null
      : tryOr(() => new BroadcastChannel(`mimic session ${config.baseUrl}`), null),
  })
  void stores.session.join() // Pages that need a session await it; the language loads meanwhile.
  applyPalette(stores.preferences.theme, stores.preferences.edition, document.documentElement)
  await startLanguage(stores.preferences.language)
  const router = createRouter(stores)
  followSession(stores, router)
  autorun(() => (stores.session.isSignedIn ? stores.socket.start() : stores.socket.stop()))
  createReactRoot(at).render(<App stores={stores} router={router} />)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void boot(root)
