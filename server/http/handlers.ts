import { Refusal } from '../../contract/errors.ts'
import type { SessionAnswer, SignInAnswer } from '../../contract/routes.ts'
import type { Db } from '../database/index.ts'
import type { Accounts } from '../services/accounts.ts'
import { routes } from '../../contract/routes.ts'
import type { History } from '../database/history.ts'
import { listAudit } from '../services/audit.ts'
import type { Session } from '../services/caller.ts'
import type { Commands } from '../services/commands.ts'
import type { ComponentPasswords } from '../services/componentPasswords.ts'
import type { Drawings } from '../services/drawings.ts'
import { readPasts } from '../services/pasts.ts'
import type { Plant } from '../services/plant.ts'
import type { NewSession, Sessions } from '../services/sessions.ts'
import type { SignIn } from '../services/signIn.ts'
import { checkProject } from './access.ts'
import type { Handlers } from './handler.ts'

export interface Services {
  readonly db: Db
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly accounts: Accounts
  readonly drawings: Drawings
  readonly plant: Plant
  readonly commands: Commands
  readonly componentPasswords: ComponentPasswords
  readonly history: Pick<History, 'curve'>
  readonly qrcode: string
  readonly cameraUrl: string | undefined
  readonly fileUrl: string | undefined
  readonly mqttUrlFor: (host: string) => string
  /** Whether database and broker answer. */
  readonly isReady: () => Promise<boolean>
}

/** Says for each declared route which service answers it. Nothing is decided here. */
export function createHandlers({ db, sessions, signIn, accounts, drawings, plant, commands, componentPasswords, history, ...server }: Services): Handlers {
  const sessionAnswer = async (session: Session): Promise<SessionAnswer> => {
    const { accountId: id, name, role, mustChangePassword, expiresAt } = session
    const projects = role === 'super' ? (await plant.projectIds()).map((project) => ({ id: project, role })) : session.projects
    return { expiresAt, account: { id, name, role, projects, mustChangePassword } }
  }
  const signInAnswer = async ({ token, session }: NewSession): Promise<SignInAnswer> => ({ token, ...await sessionAnswer(session) })

  return {
    'server.config': {
      kind: 'open',
      answer: ({ host }) => ({
        baseUrl: `http://${host}`, mqttUrl: server.mqttUrlFor(host), qrcode: server.qrcode, cameraUrl: server.cameraUrl, fileUrl: server.fileUrl,
      }),
    },
    'server.health': { kind: 'open', answer: () => ({ status: 'ok' }) },
    'server.ready': {
      kind: 'open',
      answer: async () => {
        if (!await server.isReady()) throw new Refusal('server.busy')
        return { status: 'ok' }
      },
    },

    'session.signIn': { kind: 'open', answer: async ({ body, address, request }) => signInAnswer(await signIn.signIn(body.account, body.password, { address, request })) },
    'session.read': { kind: 'own', answer: (_call, { session }) => sessionAnswer(session) },
    'session.renew': { kind: 'own', answer: async (_call, { session }) => signInAnswer(await sessions.renew(session)) },
    'session.signOut': { kind: 'own', answer: async (_call, caller) => { await signIn.signOut(caller) } },
    'session.password': { kind: 'own', answer: async ({ body }, caller) => signInAnswer(await signIn.changePassword(caller, body.present, body.next)) },

    'account.list': { kind: 'own', answer: ({ query }) => accounts.list(query) },
    'account.create': { kind: 'own', answer: ({ body }, caller) => accounts.create(caller, body) },
    'account.remove': { kind: 'own', answer: ({ params }, caller) => accounts.remove(caller, params.id) },
    'audit.list': { kind: 'own', answer: ({ query }) => listAudit(db, query) },

    'drawing.list': { kind: 'list', answer: ({ query }, _caller, projects) => drawings.list({ ...query, projects }) },
    'drawing.create': {
      kind: 'object',
      project: async ({ body: { project } }) => (await plant.isProject(project) ? project : undefined),
      answer: ({ body }, caller) => drawings.create(caller, body),
    },
    'drawing.read': { kind: 'object', project: ({ params }) => drawings.projectOf(params.id), answer: ({ params }) => drawings.read(params.id) },
    'drawing.save': {
      kind: 'object',
      project: ({ params }) => drawings.projectOf(params.id),
      answer: ({ params, body, revision }, caller) => drawings.save(caller, params.id, revision, body.drawing),
    },
    'drawing.remove': {
      kind: 'object', project: ({ params }) => drawings.projectOf(params.id), answer: ({ params }, caller) => drawings.remove(caller, params.id),
    },
    'drawing.componentPasswords': {
      kind: 'object', project: ({ params }) => drawings.projectOf(params.id), answer: ({ params }) => componentPasswords.list(params.id),
    },
    'drawing.setComponentPassword': {
      kind: 'object',
      project: ({ params }) => drawings.projectOf(params.id),
      answer: ({ params, body }, caller) => componentPasswords.set(caller, params.id, body.component, body.password),
    },
    'drawing.thumbnail': { kind: 'object', project: ({ params }) => drawings.projectOf(params.id), answer: ({ params }) => drawings.thumbnail(params.id) },

    'project.list': { kind: 'own', answer: (_call, caller) => plant.projectsOf(caller) },
    'project.create': { kind: 'own', answer: ({ body }, caller) => plant.createProject(caller, body) },
    'tag.list': {
      kind: 'list',
      answer: ({ query: { writable, ...query } }, _caller, projects) =>
        plant.listTags({ ...query, projects, writable: writable === undefined ? undefined : writable === 'true' }),
    },
    'history.read': { kind: 'list', answer: ({ query }, _caller, projects) => readPasts(history, query, projects, Date.now()) },
    'command.send': {
      kind: 'object',
      project: async ({ body }) => (await plant.tag(body.tag))?.project,
      answer: async ({ body: { tag, value, drawing, component, componentPassword: password }, key }, caller) => {
        if (drawing === undefined || component === undefined) return commands.send(caller, key, { tag, value })
        checkProject(routes['drawing.read'].policy, caller.session, await drawings.projectOf(drawing))
        return commands.send(caller, key, { tag, value, origin: { drawing, component, password } })
      },
    },
    'command.read': { kind: 'object', project: ({ params }) => commands.projectOf(params.id), answer: ({ params }) => commands.read(params.id) },
  }
}
