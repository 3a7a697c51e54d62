import { createContext, use } from 'react'
import type { DrawingSummary, LibraryEntry, ServerConfig } from '../../contract/routes.ts'
import { type Client, createClient } from '../net/client.ts'
import { createEntityClient } from '../net/entityClient.ts'
import { createFilesClient, type FilesClient, type FilesOptions } from '../net/files.ts'
import { ServerSocket } from '../net/socket.ts'
import { DictionaryStore } from './dictionaries.ts'
import { DrawingListStore } from './drawingList.ts'
import { EntityStore, EntityStores } from './entityStore.ts'
import { NoticeBoard } from './notices.ts'
import { PreferencesStore } from './preferences.ts'
import { ProjectsStore } from './projects.ts'
import { SessionStore } from './session.ts'
import { TelemetryStore } from './telemetry.ts'
import { LibraryStore } from './libraryStore.ts'
import { drawingPictures, libraryPictures, type ThumbnailShelf } from './thumbnails.ts'

/** Every store, composed here and nowhere else; each got only what it needs. */
export interface RootStore {
  readonly config: ServerConfig
  readonly client: Client
  /** Uploads and downloads. */
  readonly files: FilesClient
  /** News from the server, as events of the window. */
  readonly socket: ServerSocket
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly notices: NoticeBoard
  readonly projects: ProjectsStore
  readonly drawings: DrawingListStore
  readonly thumbnails: ThumbnailShelf<DrawingSummary>
  readonly library: LibraryStore
  readonly libraryThumbnails: ThumbnailShelf<LibraryEntry>
  readonly entities: EntityStores
  readonly dictionaries: DictionaryStore
  readonly telemetry: TelemetryStore
}

export interface Surroundings {
  readonly sessionStorage: Storage
  readonly localStorage: Storage
  readonly prefersDark: boolean
}

export function createRoot(config: ServerConfig, around: Surroundings): RootStore {
  const notices = new NoticeBoard()
  const link: FilesOptions = {
    baseUrl: () => config.baseUrl,
    token: () => session.token,
    onUnauthorised: (code) => session.refused(code),
    onFailure: ({ manner, words }) => notices.post({ manner, words }),
  }
  const client = createClient(link)
  const session: SessionStore = new SessionStore(client, around.sessionStorage, () => Date.now())
  return {
    config,
    client,
    files: createFilesClient(link),
    socket: new ServerSocket({
      url: () => socketHost(config.baseUrl), token: () => session.token, events: window, onUnauthorised: () => void session.verify(),
    }),
    session,
    preferences: new PreferencesStore(around.sessionStorage, around.localStorage, around.prefersDark),
    notices,
    projects: new ProjectsStore(client, () => (session.account && !session.mustChangePassword ? session.account.name : null)),
    drawings: new DrawingListStore(client, around.localStorage),
    thumbnails: drawingPictures(client),
    library: new LibraryStore(client),
    libraryThumbnails: libraryPictures(client),
    dictionaries: new DictionaryStore(client),
    entities: new EntityStores((entity) => new EntityStore(createEntityClient(client, entity))),
    telemetry: new TelemetryStore({
      url: config.mqttUrl,
      credentials: () => (session.account && session.token ? { account: session.account.name, token: session.token } : null),
      onRefused: () => void session.verify(),
    }),
  }
}

/** The server's own address for sockets; calls relative to this page have none of their own. */
const socketHost = (baseUrl: string): string => (baseUrl || location.origin).replace(/^http/, 'ws')

const StoresContext = createContext<RootStore | null>(null)
export const StoresProvider = StoresContext.Provider

/** The stores of this console. */
export function useStores(): RootStore {
  const stores = use(StoresContext)
  if (!stores) throw new Error('useStores outside StoresProvider')
  return stores
}
