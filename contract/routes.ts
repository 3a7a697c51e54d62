import type { Route } from './routes/define.ts'
import { bridgeRoutes } from './routes/bridges.ts'
import { cameraRoutes } from './routes/cameras.ts'
import { channelRoutes } from './routes/channels.ts'
import { dataRoutes } from './routes/data.ts'
import { dictionaryRoutes } from './routes/dictionary.ts'
import { displayRoutes } from './routes/displays.ts'
import { drawingRoutes } from './routes/drawings.ts'
import { fileRoutes } from './routes/files.ts'
import { libraryRoutes } from './routes/library.ts'
import { lightingRoutes } from './routes/lighting.ts'
import { lightingFigureRoutes } from './routes/lightingFigures.ts'
import { linkageRoutes } from './routes/linkages.ts'
import { monitoringRoutes } from './routes/monitoring.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { plantRoutes } from './routes/plant.ts'
import { profileRoutes } from './routes/profile.ts'
import { recycleBinRoutes } from './routes/recycleBin.ts'
import { sceneRoutes } from './routes/scenes.ts'
import { scriptRoutes } from './routes/scripts.ts'
import { searchRoutes } from './routes/search.ts'
import { secondStepRoutes } from './routes/secondStep.ts'
import { serverRoutes } from './routes/server.ts'
import { sessionRoutes } from './routes/session.ts'
import { shareRoutes } from './routes/shares.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { mappingRoutes } from './routes/mappings.ts'
import { connectionRoutes } from './routes/connections.ts'
import { undeclaredRoutes } from './routes/undeclared.ts'
import { upgradeRoutes } from './routes/upgrades.ts'

export type {
  RouteResponse,
  RouteBodyInput,
  RouteBody,
  RouteParams,
  RouteQueryInput,
  RouteQuery,
  Route,
} from './routes/define.ts'
export type { BridgeStatus } from './routes/bridges.ts'
export type { CameraPicture, CameraStream } from './routes/cameras.ts'
export type { ChannelDetails, ChannelNode, ChannelReading, ChannelSummary } from './routes/channels.ts'
export type { DictionaryEntry } from './routes/dictionary.ts'
export { defineRoute } from './routes/define.ts'
export type { Display } from './routes/displays.ts'
export type {
  DrawingDescription,
  DrawingRevision,
  DrawingSummary,
  ListedDrawing,
  SavedDrawing,
  StoredDrawing,
  StoredRevision,
} from './routes/drawings.ts'
export type { ServedFile } from './routes/define.ts'
export type { UploadedFile } from './routes/files.ts'
export type {
  AlarmSource,
  AreaCommandSummary,
  AreaOutcome,
  LightLevels,
  ProgramNow,
  Resumed,
  TunnelLight,
} from './routes/lighting.ts'
export type { AreaFigures, FigurePeriod, TunnelFigures } from './routes/lightingFigures.ts'
export { figurePeriods } from './routes/lightingFigures.ts'
export type { LibraryEntry, WholeLibraryEntry } from './routes/library.ts'
export type { ApiToken } from './routes/tokens.ts'
export { cacheNames, clearableCaches } from './routes/monitoring.ts'
export type {
  BackupStatus,
  BrokerStatus,
  CacheName,
  CacheSubject,
  HistoryStorage,
  MonitoredCache,
  MonitoredCacheKey,
  MonitoredClient,
  MonitoredSession,
  MonitorSample,
  ServerAlarm,
  ServerStatus,
} from './routes/monitoring.ts'
export type { Command, CommandState, Curve, Project, Tag, TagStatistics } from './routes/plant.ts'
export { commandStates } from './routes/plant.ts'
export type { AccountDetails, Profile } from './routes/profile.ts'
export type { TwoFactorSetup, TwoFactorRequirement, TwoFactorStatus } from './routes/secondStep.ts'
export type { RecycledItem, RestoredItem } from './routes/recycleBin.ts'
export type { SceneValue, ValueReason } from './routes/scenes.ts'
export { valueReasons } from './routes/scenes.ts'
export type { FindableKind, SearchResult } from './routes/search.ts'
export type { ServerConfig } from './routes/server.ts'
export type { Share, SharedDrawing, SharedValues } from './routes/shares.ts'
export type { DecoderResult, DeviceReasons, ForeignMessageRow } from './routes/mappings.ts'
export type {
  BrokerListener,
  ConnectionRefusal,
  DeviceConnection,
  DeviceCredential,
  IssuedCredential,
  RejectedConnection,
  SharedCredential,
} from './routes/connections.ts'
export { connectionRefusals } from './routes/connections.ts'
export type { UndeclaredDevice, UndeclaredQuota, UndeclaredTag } from './routes/undeclared.ts'
export type { SessionResponse, SignedIn, SignInResponse, SignInTicket } from './routes/session.ts'

/** All static routes by id. The server registers no other ones. Declare a new route here, with its policy. */
export const routes = {
  ...cameraRoutes,
  ...channelRoutes,
  ...dataRoutes,
  ...dictionaryRoutes,
  ...serverRoutes,
  ...sessionRoutes,
  ...drawingRoutes,
  ...libraryRoutes,
  ...fileRoutes,
  ...plantRoutes,
  ...lightingRoutes,
  ...lightingFigureRoutes,
  ...linkageRoutes,
  ...profileRoutes,
  ...tokenRoutes,
  ...monitoringRoutes,
  ...notificationRoutes,
  ...upgradeRoutes,
  ...shareRoutes,
  ...displayRoutes,
  ...secondStepRoutes,
  ...scriptRoutes,
  ...searchRoutes,
  ...sceneRoutes,
  ...recycleBinRoutes,
  ...undeclaredRoutes,
  ...mappingRoutes,
  ...connectionRoutes,
  ...bridgeRoutes,
} as const

/** All static routes with their types, by route id. */
export type Routes = typeof routes
/** Id of a static route, for example `drawing.save`. */
export type RouteId = keyof Routes

/** The routes as a list of id and route. */
export const routeList: readonly (readonly [id: RouteId, route: Route])[] = Object.entries<Route>(routes).filter(
  (entry): entry is [RouteId, Route] => isRouteId(entry[0]),
)

function isRouteId(id: string): id is RouteId {
  return Object.hasOwn(routes, id)
}
