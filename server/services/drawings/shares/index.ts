import { quality } from '@mimic/engine/bindings'
import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import type { Command, Curve, Display, Share, SharedDrawing, SharedValues, Tag } from '../../../../contract/routes.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import type { RequestContext, ClientInfo } from '../../base/requestContext.ts'
import type { Commands } from '../../devices/commands.ts'
import { readHistory } from '../../devices/historyQueries.ts'
import { createDisplays, type NewDisplay } from './displays.ts'
import { createOperating, type SharedCommand } from './operating.ts'
import { createShareCache } from './shareCache.ts'
import type { LiveValue } from './liveValues.ts'
import { LiveValues } from './liveValues.ts'
import type { ShareSettings } from './shareAdmin.ts'
import { createShareAdmin } from './shareAdmin.ts'
import type { Picture } from './picture.ts'
import { createPictures } from './picture.ts'
import { createPasswordAttempts } from './passwordAttempts.ts'
import type { ViewerSession } from './shareViewers.ts'
import { createShareViewers } from './shareViewers.ts'

export interface ShareParts {
  readonly db: Db
  /** Undefined if the account does not exist or is disabled. */
  readonly standingOf: (account: string) => Promise<AccountStatus | undefined>
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'statusOf'>
  readonly history: Pick<History, 'newest' | 'curve'>
  readonly commands: Pick<Commands, 'sendFor' | 'read'>
}

/** Share links and wall displays that show one drawing live without an account. */
export interface Shares {
  list(drawing: string): Promise<Share[]>
  create(caller: RequestContext, drawing: string, settings: Required<ShareSettings>): Promise<Share>
  change(caller: RequestContext, drawing: string, share: string, settings: ShareSettings): Promise<Share>
  revoke(caller: RequestContext, drawing: string, share: string): Promise<void>
  ask(share: string): Promise<{ needsPassword: boolean }>
  open(asked: { readonly share: string; readonly password?: string | undefined }, origin: ClientInfo): Promise<{ token: string; expiresAt: number }>
  drawing(token: string): Promise<SharedDrawing>
  values(token: string, seen: number): Promise<SharedValues>
  history(token: string, tags: readonly string[], spanMs: number, isWanted?: () => boolean): Promise<Curve[]>
  /** Sends a command of a component, for a display permitted to operate. */
  send(command: SharedCommand, key: string, origin: ClientInfo): Promise<Command>
  /** Returns a command sent by this display. */
  command(token: string, id: string): Promise<Command>
  readonly displays: {
    list(): Promise<Display[]>
    create(caller: RequestContext, display: NewDisplay): Promise<Display & { token: string }>
    change(caller: RequestContext, id: string, change: Pick<NewDisplay, 'mayOperate'>): Promise<Display>
    revoke(caller: RequestContext, id: string): Promise<void>
  }
  close(): void
}

const points = 600
/** Value of a point no longer visible to the creator of the link. */
const hidden: LiveValue = { value: null, quality: quality.stale, at: 1, text: null }

export function createShares({ db, standingOf, broker, history, commands }: ShareParts): Shares {
  const holding = createShareCache({ db, standingOf })
  const displays = createDisplays({ db, changed: (id) => visits.forget(id) })
  const visits = createShareViewers({ db, look: holding.look, lookDisplay: (token) => displays.look(token), tries: createPasswordAttempts(db) })
  const operating = createOperating({ visits, displays, commands })
  const managing = createShareAdmin({ db, mayShow: holding.mayShow, changed: (share) => visits.forget(share) })
  const pictureOf = createPictures(db)
  const live = new LiveValues({ broker, history, now: Date.now, steady: monotonicNow })

  const shown = async (token: string): Promise<{ visit: ViewerSession; picture: Picture }> => {
    const visit = await visits.of(token)
    const picture = await pictureOf(visit.held.drawing, visit.held.revision)
    if (!picture) throw new ApiError('share.ended')
    return { visit, picture }
  }

  return {
    ...managing,
    ...operating,
    displays,
    ask: (share) => visits.ask(share),
    open: (asked, origin) => visits.open(asked, origin),

    async drawing(token) {
      const { visit: { held }, picture: { revision, drawing, newer, tags, pasts } } = await shown(token)
      const { mayOperate } = held
      return { revision, drawing, newer, mayOperate, tags: held.seesPoints ? tags : [], points: held.seesPoints ? await factsOf(db, [...pasts], mayOperate) : [] }
    },

    async values(token, seen) {
      const { visit, picture } = await shown(token)
      visit.takeTurn()
      // Hidden points are sent as such, because the page still shows their last values.
      return { ...visit.deltas.next(picture, seen, visit.held.seesPoints ? live.all(picture.tags) : picture.tags.map(() => hidden)), mayOperate: visit.held.mayOperate }
    },

    async history(token, tags, spanMs, isWanted) {
      const { visit: { held }, picture } = await shown(token)
      if (!held.seesPast || tags.some((tag) => !picture.pasts.has(tag))) throw new ApiError('object.missing')
      return readHistory(history, { tags, spanMs, points, pick: 'range', isWanted }, [held.project], Date.now())
    },

    close: () => live.close(),
  }
}

/** Catalogue entries of points; read-only for pages that may not operate. */
async function factsOf(db: Db, tags: readonly string[], mayOperate: boolean): Promise<Tag[]> {
  if (tags.length === 0) return []
  const rows = await db.selectFrom('tag').selectAll().where('path', '=', sql<string>`any(${tags}::text[])`).execute()
  return rows.map(({ id: _id, is_own: _isOwn, first_seen_at: _seenAt, publisher: _publisher, en, zh, ...tag }): Tag => ({ ...tag, writable: mayOperate && tag.writable, words: { en, zh } }))
}
