import { createContext, use } from 'react'
import { limits } from '../../contract/limits.ts'
import type { DrawingSummary, LibraryEntry, ServerConfig } from '../../contract/routes.ts'
import { type Client, createClient } from '../net/client.ts'
import { createExternalFetch, type ExternalFetch } from '../net/externalFetch.ts'
import { createEntityClient } from '../net/entityClient.ts'
import { createFilesClient, type FilesClient, type FilesOptions } from '../net/files.ts'
import { TabSync, type TabLine } from '../net/tabSync.ts'
import { createExternalService, type ExternalService } from '../net/externalService.ts'
import { ServerSocket } from '../net/socket.ts'
import { AlarmStore } from './live/alarmStore.ts'
import { DictionaryStore } from './entities/dictionaries.ts'
import { DisplayStore } from './drawings/displays.ts'
import { DrawingListStore } from './drawings/drawingList.ts'
import { DrawingEvents } from './drawings/drawingEvents.ts'
import { EntityStore, EntityStores } from './entities/entityStore.ts'
import { NoticeBoard } from './session/notices.ts'
import { PreferencesStore } from './session/preferences.ts'
import { ProfileStore } from './session/profile.ts'
import { subscribeProjectChanges, ProjectsStore } from './projects/projects.ts'
import { notifyPermissionChanges } from './session/permissionChanges.ts'
import { SecondStepStore } from './session/secondStep.ts'
import { SessionStore } from './session/session.ts'
import { StorageState } from './live/storageState.ts'
import { ServerAlarmStore } from './live/serverAlarmStore.ts'
import { TelemetryStore } from './live/telemetry.ts'
import { LibraryStore } from './drawings/libraryStore.ts'
import { RecycleBinStore } from './drawings/recycleBin.ts'
import { TokenStore } from './session/tokens.ts'
import { createDrawingThumbnails, createLibraryThumbnails, type ThumbnailCache } from './drawings/thumbnails.ts'
import { Zones } from './projects/zones.ts'

/** All stores of the console, composed in one place; each receives only its dependencies. */
export interface RootStore {
  readonly config: ServerConfig
  readonly client: Client
  readonly files: FilesClient
  /** Fetches data of other origins. */
  readonly externalFetch: ExternalFetch
  /** Camera service, if configured on the server. */
  readonly camera: ExternalService
  /** Messages of the server, dispatched as window events. */
  readonly socket: ServerSocket
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly notices: NoticeBoard
  readonly projects: ProjectsStore
  /** Time zones used to display times. */
  readonly zones: Zones
  readonly profile: ProfileStore
  readonly secondStep: SecondStepStore
  readonly tokens: TokenStore
  readonly recycleBin: RecycleBinStore
  readonly displays: DisplayStore
  readonly drawings: DrawingListStore
  readonly thumbnails: ThumbnailCache<DrawingSummary>
  readonly library: LibraryStore
  readonly libraryThumbnails: ThumbnailCache<LibraryEntry>
  readonly entities: EntityStores
  readonly dictionaries: DictionaryStore
  readonly telemetry: TelemetryStore
  /** Alarm events for the whole console. */
  readonly alarms: AlarmStore
  /** Alarms of the server about itself. */
  readonly serverAlarms: ServerAlarmStore
  /** State of the server's storage. */
  readonly storage: StorageState
  /** Events of saved drawings. */
  readonly drawingEvents: DrawingEvents
}

/** Browser APIs, injected so that stores can be created without a window. */
export interface Surroundings {
  readonly sessionStorage: Storage
  readonly localStorage: Storage
  readonly prefersDark: boolean
  /** IANA name of the browser's time zone. */
  readonly zone: string
  /** Target that receives the server's messages; the window. */
  readonly events: EventTarget
  /** Origin of this page, for relative URLs. */
  readonly origin: string
  /** Channel to other tabs of this browser with the same server; null if unavailable. */
  readonly tabs: TabLine | null
}

export function createRoot(config: ServerConfig, surroundings: Surroundings): RootStore {
  const notices = new NoticeBoard()
  const link: FilesOptions = {
    baseUrl: () => config.baseUrl,
    token: () => session.token,
    renewal: (refused) => session.renewal(refused),
    onUnauthorised: (code) => session.refused(code),
    onFailure: (failure) => {
      const { manner, words } = failure
      notices.post({ manner, words })
      storage.report(failure)
    },
  }
  const client = createClient({ ...link, isUnattended: unattended(surroundings.events) })
  const storage: StorageState = new StorageState(() => client.call('server.ready', {}, { quiet: true }))
  const tabs = new TabSync(surroundings.tabs)
  const session: SessionStore = new SessionStore(client, surroundings.sessionStorage, () => Date.now(), tabs)
  for (const sign of ['pointerdown', 'keydown', 'focus'])
    surroundings.events.addEventListener(sign, () => tabs.markUsed(), { passive: true, capture: true })
  const preferences = new PreferencesStore(
    surroundings.sessionStorage,
    surroundings.localStorage,
    surroundings.prefersDark,
    surroundings.events,
  )
  const projects = new ProjectsStore(client, () =>
    session.account && !session.mustChangePassword && !session.mustSetSecondStep ? session.account.name : null,
  )
  const dictionaries = new DictionaryStore(client, undefined, () => Date.now())
  const entities = new EntityStores(
    (entity) =>
      new EntityStore(
        createEntityClient(client, entity, () => {
          if (dictionaryEntities.has(entity.name)) dictionaries.clear()
          if (entity.isProject) void projects.reload()
        }),
      ),
  )
  subscribeProjectChanges(surroundings.events, projects)
  notifyPermissionChanges({ events: surroundings.events, session, projects, notices })
  return {
    config,
    client,
    files: createFilesClient({ ...link, baseUrl: () => config.fileUrl ?? config.baseUrl }),
    externalFetch: createExternalFetch(client),
    camera: createExternalService({ url: config.cameraUrl, token: () => session.token }),
    socket: new ServerSocket({
      url: () => socketHost(config.baseUrl || surroundings.origin),
      token: () => session.token,
      events: surroundings.events,
      onUnauthorised: () => session.verify(),
    }),
    session,
    storage,
    preferences,
    notices,
    projects,
    zones: new Zones({ projects, own: surroundings.zone, server: config.timeZone, now: () => Date.now() }),
    profile: new ProfileStore(client),
    secondStep: new SecondStepStore(client),
    tokens: new TokenStore(client, () => Date.now()),
    recycleBin: new RecycleBinStore(client, () => Date.now()),
    displays: new DisplayStore(client),
    drawings: new DrawingListStore(client, surroundings.localStorage),
    thumbnails: createDrawingThumbnails(client),
    library: new LibraryStore(client),
    libraryThumbnails: createLibraryThumbnails(client),
    dictionaries,
    entities,
    telemetry: new TelemetryStore({
      url: config.mqttUrl,
      credentials: () =>
        session.account && session.token ? { account: session.account.name, token: session.token } : null,
      onRefused: () => void session.verify(),
    }),
    drawingEvents: new DrawingEvents(surroundings.events),
    serverAlarms: new ServerAlarmStore(client),
    alarms: new AlarmStore({
      events: surroundings.events,
      mayList: () => session.mayDo('lighting:alarm:list'),
      onChange: () => entities.countChange('alarm'),
      count: async () => {
        const { alarm } = await import('../../contract/alarms/alarm.ts')
        const alarms = createEntityClient(client, alarm)
        const countAlarms = async (filter: Readonly<Record<string, string>>): Promise<number> =>
          (await alarms.list({ page: 1, pageSize: 10, filter: { status: 'unconfirmed', ...filter } }, { quiet: true }))
            .total
        const [active, returned] = await Promise.all([
          countAlarms({ clearedAt: 'false' }),
          countAlarms({ clearedAt: 'true' }),
        ])
        return { active, returned }
      },
    }),
  }
}

/** Entities behind dictionaries; a change must reach open forms. */
const dictionaryEntities = new Set(['dictType', 'dictEntry'])

/** Returns a function that is true if the console has not been used for `limits.session.attendedMs`. */
function unattended(events: EventTarget): () => boolean {
  let touchedAt = Date.now()
  for (const sign of ['pointerdown', 'keydown', 'wheel'])
    events.addEventListener(
      sign,
      () => {
        touchedAt = Date.now()
      },
      { passive: true, capture: true },
    )
  return () => Date.now() - touchedAt > limits.session.attendedMs
}

/** Converts an HTTP URL to its WebSocket URL. */
const socketHost = (url: string): string => url.replace(/^http/, 'ws')

const StoresContext = createContext<RootStore | null>(null)
export const StoresProvider = StoresContext.Provider

/** Returns the stores of the console. */
export function useStores(): RootStore {
  const stores = use(StoresContext)
  if (!stores) throw new Error('useStores outside StoresProvider')
  return stores
}
