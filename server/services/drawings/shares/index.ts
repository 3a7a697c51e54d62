import { quality } from '@mimic/engine/bindings'
import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import type { Command, Curve, Display, Share, SharedDrawing, SharedValues, Tag } from '../../../../contract/routes.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import type { RequestContext, ClientInfo } from '../../base/requestContext.ts'
import type { Commands } from '../../devices/commands.ts'
import { readHistory } from '../../devices/historyQueries.ts'
import { toTag } from '../../devices/tagCatalogue.ts'
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
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'getStatus'>
  readonly history: Pick<History, 'newest' | 'curve'>
  readonly commands: Pick<Commands, 'sendFor' | 'read'>
}

/** Share links and wall displays that show one drawing live without an account. */
export interface Shares {
  list(drawing: string): Promise<Share[]>
  create(caller: RequestContext, drawing: string, settings: Required<ShareSettings>): Promise<Share>
  change(caller: RequestContext, drawing: string, share: string, settings: ShareSettings): Promise<Share>
  revoke(caller: RequestContext, drawing: string, share: string): Promise<void>
  getInfo(share: string): Promise<{ needsPassword: boolean }>
  open(
    request: { readonly share: string; readonly password?: string | undefined },
    origin: ClientInfo,
  ): Promise<{ token: string; expiresAt: number }>
  drawing(token: string): Promise<SharedDrawing>
  values(token: string, lastSeq: number): Promise<SharedValues>
  history(token: string, tags: readonly string[], spanMs: number, shouldContinue?: () => boolean): Promise<Curve[]>
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

const maxCurvePoints = 600
/** Value of a point no longer visible to the creator of the link. */
const hiddenValue: LiveValue = { value: null, quality: quality.stale, at: 1, text: null }

export function createShares({ db, readAccountStatus, broker, history, commands }: ShareParts): Shares {
  const shareCache = createShareCache({ db, readAccountStatus: readAccountStatus })
  const displays = createDisplays({ db, onChanged: (id) => viewers.invalidate(id) })
  const viewers = createShareViewers({
    db,
    findShare: shareCache.findShare,
    findDisplayShare: (token) => displays.findShare(token),
    attempts: createPasswordAttempts(db),
  })
  const operating = createOperating({ viewers, displays, commands })
  const admin = createShareAdmin({
    db,
    mayShow: shareCache.findSharer,
    onChanged: (share) => viewers.invalidate(share),
  })
  const readPicture = createPictures(db)
  const live = new LiveValues({ broker, history, now: Date.now, monotonicNow: monotonicNow })

  const openPage = async (token: string): Promise<{ visit: ViewerSession; picture: Picture }> => {
    const session = await viewers.authenticate(token)
    const picture = await readPicture(session.share.drawing, session.share.revision)
    if (!picture) throw new ApiError('share.ended')
    return { visit: session, picture }
  }

  return {
    ...admin,
    ...operating,
    displays,
    getInfo: (share) => viewers.getInfo(share),
    open: (request, origin) => viewers.open(request, origin),

    async drawing(token) {
      const {
        visit: { share },
        picture: { revision, drawing, newer, tags, historyTags },
      } = await openPage(token)
      const { mayOperate } = share
      return {
        revision,
        drawing,
        newer,
        mayOperate,
        tags: share.seesPoints ? tags : [],
        points: share.seesPoints ? await readTags(db, [...historyTags], mayOperate) : [],
      }
    },

    async values(token, lastSeq) {
      const { visit: session, picture } = await openPage(token)
      session.checkRate()
      // Hidden points are sent as such, because the page still shows their last values.
      return {
        ...session.deltas.next(
          picture,
          lastSeq,
          session.share.seesPoints ? live.all(picture.tags) : picture.tags.map(() => hiddenValue),
        ),
        mayOperate: session.share.mayOperate,
      }
    },

    async history(token, tags, spanMs, shouldContinue) {
      const {
        visit: { share },
        picture,
      } = await openPage(token)
      if (!share.seesPast || tags.some((tag) => !picture.historyTags.has(tag))) throw new ApiError('object.missing')
      return readHistory(
        history,
        { tags, spanMs, points: maxCurvePoints, pick: 'range', shouldContinue },
        [share.project],
        Date.now(),
      )
    },

    close: () => live.close(),
  }
}

/** Catalogue entries of points; read-only for pages that may not operate. */
async function readTags(db: Db, tags: readonly string[], mayOperate: boolean): Promise<Tag[]> {
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('tag')
    .selectAll()
    .where('path', '=', sql<string>`any(${tags}::text[])`)
    .execute()
  return rows.map((row): Tag => ({ ...toTag(row), writable: mayOperate && row.writable }))
}
