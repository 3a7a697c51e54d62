import { createContext, use } from 'react'
import type { ServerConfig } from '../../contract/routes.ts'
import { type Client, createClient } from '../net/client.ts'
import { DrawingListStore } from './drawingList.ts'
import { NoticeBoard } from './notices.ts'
import { PreferencesStore } from './preferences.ts'
import { SessionStore } from './session.ts'
import { TelemetryStore } from './telemetry.ts'
import { ThumbnailShelf } from './thumbnails.ts'

/** Every store, composed here and nowhere else; each got only what it needs. */
export interface RootStore {
  readonly config: ServerConfig
  readonly client: Client
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly notices: NoticeBoard
  readonly drawings: DrawingListStore
  readonly thumbnails: ThumbnailShelf
  readonly telemetry: TelemetryStore
}

export interface Surroundings {
  readonly sessionStorage: Storage
  readonly localStorage: Storage
  readonly prefersDark: boolean
}

export function createRoot(config: ServerConfig, around: Surroundings): RootStore {
  const notices = new NoticeBoard()
  const client = createClient({
    baseUrl: () => config.baseUrl,
    token: () => session.token,
    onUnauthorised: (code) => session.refused(code),
    onFailure: ({ manner, words }) => notices.post({ manner, words }),
  })
  const session: SessionStore = new SessionStore(client, around.sessionStorage, () => Date.now())
  return {
    config,
    client,
    session,
    preferences: new PreferencesStore(around.sessionStorage, around.localStorage, around.prefersDark),
    notices,
    drawings: new DrawingListStore(client, around.localStorage),
    thumbnails: new ThumbnailShelf(client),
    telemetry: new TelemetryStore({
      url: config.mqttUrl,
      credentials: () => (session.account && session.token ? { account: session.account.name, token: session.token } : null),
      onRefused: () => void session.verify(),
    }),
  }
}

const StoresContext = createContext<RootStore | null>(null)
export const StoresProvider = StoresContext.Provider

/** The stores of this console. */
export function useStores(): RootStore {
  const stores = use(StoresContext)
  if (!stores) throw new Error('useStores outside StoresProvider')
  return stores
}
