import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { delayLimit } from '../../../contract/scada/delayLimit.ts'
import type { SessionResponse, SignInResponse } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { routes } from '../../../contract/routes.ts'
import type { History } from '../../database/history/history.ts'
import type { Channels } from '../../services/devices/channels/index.ts'
import type { ClientInfo, Session } from '../../services/base/requestContext.ts'
import type { Commands } from '../../services/devices/commands.ts'
import type { OpenApi } from '../../../contract/openApi/index.ts'
import type { ApiTokens } from '../../services/identity/apiTokens.ts'
import type { ComponentPasswords } from '../../services/devices/componentPasswords.ts'
import type { DataProxy } from '../../services/drawings/dataProxy.ts'
import type { Drawings } from '../../services/drawings/index.ts'
import type { Files } from '../../services/files/index.ts'
import type { Cameras } from '../../services/cameras/index.ts'
import type { Areas } from '../../services/lighting/areas.ts'
import type { Lighting } from '../../services/lighting/index.ts'
import type { LightingFigures } from '../../services/lighting/figures/index.ts'
import type { Programs } from '../../services/lighting/programs.ts'
import type { Library } from '../../services/drawings/library.ts'
import { readDictionary } from '../../services/base/dictionary.ts'
import { exportHistory } from '../../services/devices/historyExport.ts'
import { readHistory, readHistoryStatistics } from '../../services/devices/historyQueries.ts'
import type { TagCatalogue } from '../../services/devices/tagCatalogue.ts'
import type { Profiles } from '../../services/identity/profile.ts'
import type { RecycleBin } from '../../services/recycleBin/index.ts'
import type { Search } from '../../services/drawings/search.ts'
import type { Requirement } from '../../services/identity/secondStep/requirement.ts'
import type { SecondStep } from '../../services/identity/secondStep/index.ts'
import type { NewSession, Sessions } from '../../services/identity/sessions.ts'
import type { Shares } from '../../services/drawings/shares/index.ts'
import type { SignIn } from '../../services/identity/signIn.ts'
import type { Mappings } from '../../services/devices/mapping/index.ts'
import type { UndeclaredDevices } from '../../services/devices/undeclaredDevices/index.ts'
import { checkProject } from '../request/authorize.ts'
import type { Handlers } from '../routeHandler.ts'
import type { RefreshCookies } from '../request/refreshCookies.ts'
import { bridgeHandlers } from './bridgeHandlers.ts'
import { areaHandlers } from './areaHandlers.ts'
import { cameraHandlers } from './cameraHandlers.ts'
import { channelHandlers } from './channelHandlers.ts'
import { alarmHandlers } from './alarmHandlers.ts'
import { lightingFigureHandlers } from './lightingFigureHandlers.ts'
import { lightingProgramHandlers } from './lightingProgramHandlers.ts'
import { linkageHandlers } from './linkageHandlers.ts'
import { sceneHandlers } from './sceneHandlers.ts'
import type { Platform } from './platformHandlers.ts'
import { platformHandlers } from './platformHandlers.ts'
import { recycleBinHandlers } from './recycleBinHandlers.ts'
import { revisionHandlers } from './revisionHandlers.ts'
import { shareHandlers } from './shareHandlers.ts'
import { mappingHandlers } from './mappingHandlers.ts'
import { connectionHandlers, type ConnectionServices } from './connectionHandlers.ts'
import { undeclaredHandlers } from './undeclaredHandlers.ts'

export interface Services {
  readonly db: Db
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly drawings: Drawings
  readonly library: Library
  readonly bin: RecycleBin
  readonly undeclared: UndeclaredDevices
  readonly mappings: Mappings
  readonly connections: ConnectionServices
  readonly files: Files
  readonly plant: TagCatalogue
  readonly commands: Commands
  readonly channels: Channels
  readonly componentPasswords: ComponentPasswords
  readonly history: Pick<History, 'curve' | 'statistics' | 'page' | 'aggregates'>
  readonly qrcode: string
  readonly cameraUrl: string | undefined
  readonly fileUrl: string | undefined
  readonly weatherUrl: string | undefined
  readonly getMqttUrl: (host: string) => string
  /** Whether this server itself serves TLS. */
  readonly isSecure: boolean
  /** Failing dependencies by name with the reason; empty when all are healthy. */
  readonly failingDependencies: () => Promise<Readonly<Record<string, string>>>
  readonly tokens: ApiTokens
  readonly platform: Platform
  readonly bridges: Parameters<typeof bridgeHandlers>[0]
  readonly areas: Areas
  readonly cameras: Cameras
  readonly programs: Programs
  readonly lightingFigures: LightingFigures
  readonly lighting: Pick<Lighting, 'facilityOf'>
  readonly scenes: Parameters<typeof sceneHandlers>[0]
  readonly shares: Shares
  readonly profile: Profiles
  readonly search: Search
  readonly secondStep: SecondStep
  readonly requirement: Requirement
  readonly fetchData: DataProxy
  readonly metricsText: () => Promise<string>
  /** OpenAPI document of this API. */
  readonly document: () => OpenApi
}

/** Maps each declared route to its service. */
export function createHandlers({
  db,
  sessions,
  signIn,
  drawings,
  library,
  bin,
  undeclared,
  mappings,
  connections,
  files,
  plant,
  commands,
  channels,
  componentPasswords,
  history,
  tokens,
  platform,
  bridges,
  areas,
  cameras,
  programs,
  lightingFigures,
  lighting,
  scenes,
  shares,
  profile,
  search,
  secondStep,
  requirement,
  fetchData,
  ...server
}: Services): Handlers {
  const createSessionResponse = async (session: Session): Promise<SessionResponse> => {
    const { accountId: id, name, role, roles, permissions, mustChangePassword, mustSetSecondStep, expiresAt } = session
    const projects =
      role === 'super' ? (await plant.projectIds()).map((project) => ({ id: project, role })) : session.projects
    return {
      expiresAt,
      account: { id, name, role, projects, roles, permissions, mustChangePassword, mustSetSecondStep },
    }
  }
  /** Answers a new session: sets its refresh cookie and clears the cookies of ended sessions. */
  const createSignInResponse = async (
    { token, refresh, session }: NewSession,
    cookies: RefreshCookies,
  ): Promise<SignInResponse> => {
    cookies.set(session.id, refresh, session.signedInAt + limits.session.absoluteMs)
    for (const id of await sessions.filterEnded(cookies.sessions)) cookies.clear(id)
    return { token, renewInMs: limits.session.renewMs, ...(await createSessionResponse(session)) }
  }

  return {
    ...platformHandlers(platform),
    ...bridgeHandlers(bridges),
    ...areaHandlers(areas),
    ...cameraHandlers(cameras),
    ...channelHandlers(channels),
    ...lightingProgramHandlers(programs),
    ...lightingFigureHandlers(lightingFigures),
    ...alarmHandlers(lighting),
    ...sceneHandlers(scenes),
    ...linkageHandlers({ rows: scenes.rows, rehearsals: platform.linkageRehearsals }),
    ...shareHandlers(shares, drawings),
    ...revisionHandlers(drawings),
    ...recycleBinHandlers(bin),
    ...undeclaredHandlers(undeclared, plant),
    ...mappingHandlers(mappings, plant),
    ...connectionHandlers(connections, plant),

    'server.config': {
      kind: 'open',
      answer: ({ host }) => ({
        baseUrl: `${server.isSecure ? 'https' : 'http'}://${host}`,
        mqttUrl: server.getMqttUrl(host),
        qrcode: server.qrcode,
        cameraUrl: server.cameraUrl,
        fileUrl: server.fileUrl,
        weatherUrl: server.weatherUrl,
        timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        linkageDelayLimit: delayLimit.seconds,
      }),
    },
    'server.health': { kind: 'open', answer: () => ({ status: 'ok' }) },
    'server.ready': {
      kind: 'open',
      answer: async () => {
        const detail = await server.failingDependencies()
        if (Object.keys(detail).length > 0) throw new ApiError('server.busy', { detail })
        return { status: 'ok' }
      },
    },

    'data.fetch': { kind: 'own', answer: ({ query }) => fetchData(query.url) },

    'dictionary.read': { kind: 'own', answer: ({ params }) => readDictionary(db, params.type) },

    'server.metrics': { kind: 'own', answer: () => server.metricsText() },
    'server.document': { kind: 'own', answer: () => server.document() },

    'token.list': { kind: 'own', answer: (_call, caller) => tokens.list(caller) },
    'token.create': { kind: 'own', answer: ({ body }, caller) => tokens.create(caller, body) },
    'token.revoke': { kind: 'own', answer: ({ params }, caller) => tokens.revoke(caller, params.id) },

    'profile.read': { kind: 'own', answer: (_call, caller) => profile.read(caller) },
    'profile.update': { kind: 'own', answer: ({ body }, caller) => profile.update(caller, body) },

    'search.find': { kind: 'own', answer: ({ query }, caller) => search.find(caller, query.text) },

    'secondStep.read': { kind: 'own', answer: (_call, caller) => secondStep.read(caller) },
    'secondStep.begin': { kind: 'own', answer: ({ host }, caller) => secondStep.begin(caller, host) },
    'secondStep.confirm': {
      kind: 'own',
      answer: ({ body }, caller) => secondStep.confirm(caller, body.password, body.code),
    },
    'secondStep.remove': {
      kind: 'own',
      answer: ({ body }, caller) => secondStep.remove(caller, body.password, body.code),
    },
    'secondStep.demand': { kind: 'own', answer: () => requirement.read() },
    'secondStep.setDemand': { kind: 'own', answer: ({ body }, caller) => requirement.set(caller, body.roles) },

    'session.signIn': {
      kind: 'open',
      answer: async ({ body, ...origin }) => {
        const answer = await signIn.signIn(body.account, body.password, toClientInfo(origin))
        return 'ticket' in answer ? answer : createSignInResponse(answer, origin.cookies)
      },
    },
    'session.secondStep': {
      kind: 'open',
      answer: async ({ body, ...origin }) =>
        createSignInResponse(
          await signIn.completeWithCode(body.ticket, body.code, toClientInfo(origin)),
          origin.cookies,
        ),
    },
    'session.single': {
      kind: 'open',
      answer: async ({ body, ...origin }) =>
        createSignInResponse(
          await signIn.signInWithSingleSignOn(body.appKey, body.jwt, toClientInfo(origin)),
          origin.cookies,
        ),
    },
    'session.read': { kind: 'own', answer: (_call, { session }) => createSessionResponse(session) },
    'session.renew': {
      kind: 'open',
      answer: async ({ body, cookies, address }) =>
        createSignInResponse(await sessions.renew(body.token, (session) => cookies.get(session), address), cookies),
    },
    'session.signOut': {
      kind: 'own',
      answer: async ({ cookies }, caller) => {
        await signIn.signOut(caller)
        cookies.clear(caller.session.id)
      },
    },
    'session.password': {
      kind: 'own',
      answer: async ({ body, cookies }, caller) =>
        createSignInResponse(await signIn.changePassword(caller, body.present, body.next), cookies),
    },

    'drawing.list': {
      kind: 'list',
      answer: ({ query }, caller, projects) =>
        drawings.list(caller, { ...query, isStarred: query.starred === 'true', projects }),
    },
    'drawing.star': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params, body }, caller) => drawings.star(caller, params.id, body.isStarred),
    },
    'drawing.create': {
      kind: 'object',
      project: async ({ body: { project } }) => ((await plant.isProject(project)) ? project : undefined),
      answer: ({ body }, caller) => drawings.create(caller, body),
    },
    'drawing.read': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params }, caller) => drawings.read(caller, params.id),
    },
    'drawing.save': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params, body, revision }, caller) =>
        drawings.save(caller, params.id, revision, body.drawing, body.note),
    },
    'drawing.describe': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params, body }, caller) => drawings.describe(caller, params.id, body),
    },
    'drawing.cover': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params }, caller) => drawings.cover(caller, params.id),
    },
    'drawing.remove': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params }, caller) => drawings.remove(caller, params.id),
    },
    'drawing.componentPasswords': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params }, caller) => {
        await drawings.checkVisible(caller, params.id)
        return componentPasswords.list(params.id)
      },
    },
    'drawing.setComponentPassword': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params, body }, caller) => {
        await drawings.checkVisible(caller, params.id)
        await componentPasswords.set(caller, params.id, body.component, body.password)
      },
    },
    'drawing.checkComponent': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: async ({ params, body }, caller) => {
        await drawings.checkVisible(caller, params.id)
        await componentPasswords.checkOpening(
          caller,
          { drawing: params.id, component: body.component },
          body.componentPassword,
        )
      },
    },
    'drawing.thumbnail': {
      kind: 'object',
      project: ({ params }) => drawings.findProject(params.id),
      answer: ({ params }, caller) => drawings.thumbnail(caller, params.id),
    },

    'library.list': { kind: 'own', answer: ({ query }, caller) => library.list(caller, query) },
    'library.create': { kind: 'own', answer: ({ body }, caller) => library.create(caller, body) },
    'library.read': { kind: 'own', answer: ({ params }, caller) => library.read(caller, params.id) },
    'library.save': {
      kind: 'own',
      answer: ({ params, body, revision }, caller) => library.save(caller, params.id, revision, body.definition),
    },
    'library.describe': {
      kind: 'own',
      answer: ({ params, body }, caller) => library.describe(caller, params.id, body),
    },
    'library.remove': { kind: 'own', answer: ({ params }, caller) => library.remove(caller, params.id) },
    'library.thumbnail': { kind: 'own', answer: ({ params }, caller) => library.thumbnail(caller, params.id) },

    'file.upload': {
      kind: 'own',
      answer: async ({ query, upload }, caller) => files.store(caller, query, await upload()),
    },
    'picture.upload': {
      kind: 'own',
      answer: async ({ query, upload }, caller) => files.store(caller, query, await upload()),
    },
    'file.download': { kind: 'own', answer: ({ query }, caller) => files.read(caller, query.fileName) },
    'file.resource': { kind: 'own', answer: ({ query }, caller) => files.read(caller, query.resource) },
    'file.zip': { kind: 'own', answer: ({ query }, caller) => files.zip(caller, query.files) },

    'project.granted': { kind: 'own', answer: (_call, caller) => plant.listProjects(caller) },
    'tag.list': {
      kind: 'list',
      answer: ({ query: { writable, ...query } }, caller, projects) =>
        plant.listTags(
          { ...query, projects, writable: writable === undefined ? undefined : writable === 'true' },
          caller,
        ),
    },
    'plant.devices': {
      kind: 'list',
      answer: ({ query }, caller, projects) => plant.listDevices({ ...query, projects }, caller),
    },
    'history.read': {
      kind: 'list',
      answer: ({ query, shouldContinue }, _caller, projects) =>
        readHistory(history, { ...query, shouldContinue: shouldContinue }, projects, Date.now()),
    },
    'history.statistics': {
      kind: 'list',
      answer: ({ query, shouldContinue }, _caller, projects) =>
        readHistoryStatistics(history, { ...query, shouldContinue }, projects, Date.now()),
    },
    'history.export': {
      kind: 'list',
      answer: ({ query, shouldContinue }, _caller, projects) =>
        exportHistory(history, { ...query, shouldContinue: shouldContinue }, projects, Date.now()),
    },
    'command.send': {
      kind: 'object',
      missing: 'device.missing',
      project: async ({ body }) => (await plant.tag(body.tag))?.project,
      answer: async ({ body: { tag, value, drawing, component, componentPassword: password }, key }, caller) => {
        if (drawing === undefined || component === undefined)
          return commands.send(caller, key, { tag, value, password })
        checkProject(routes['drawing.read'].policy, caller.session, await drawings.findProject(drawing))
        await drawings.checkVisible(caller, drawing)
        return commands.send(caller, key, { tag, value, password, origin: { drawing, component } })
      },
    },
    'command.read': {
      kind: 'object',
      project: ({ params }) => commands.findProject(params.id),
      answer: ({ params }) => commands.read(params.id),
    },
  }
}

const toClientInfo = ({ address, request, client }: ClientInfo): ClientInfo => ({ address, request, client })
