/** A deliberate defect, and the tests that must detect it. */
export interface Mutant {
  /** The behaviour that breaks. */
  readonly name: string
  readonly file: string
  /** Occurs exactly once in the file; whitespace does not count. */
  readonly from: string
  readonly to: string
  /** Test files, at least one of which must fail. */
  readonly tests: readonly string[]
  /**
   * Part of the name of the test that must fail. Only matching tests run, because files with started servers take long.
   */
  readonly only?: string
}

const stale = {
  file: 'workers/telemetry/staleDetector.ts',
  tests: ['workers/telemetry/staleDetector.test.ts', 'workers/telemetry/feed.test.ts'],
} as const
const feed = { file: 'workers/telemetry/feed.ts', tests: ['workers/telemetry/feed.test.ts'] } as const
const tagTable = { file: 'engine/bindings/tagTable.ts', tests: ['engine/bindings/tagTable.test.ts'] } as const
const action = { file: 'engine/running/actions.ts', tests: ['engine/running/runner.test.ts'] } as const
const liveValues = {
  file: 'server/services/drawings/shares/liveValues.ts',
  tests: ['server/services/drawings/shares/liveValues.test.ts'],
} as const
const qualityRules: readonly Mutant[] = [
  {
    name: 'quality: a silent device is stale after three of its intervals',
    ...stale,
    from: ' || nowMs - device.lastFrameMs > silenceMs',
    to: '',
  },
  { name: 'quality: a device that reports offline is stale', ...stale, from: ' || device.isOnline === false', to: '' },
  {
    name: 'quality: a device behind a lost gateway is stale',
    ...stale,
    from: ' || this.#areGatewaysOffline(key)',
    to: '',
  },
  {
    name: 'quality: all is stale when the link is lost',
    ...stale,
    from: ': nowMs - this.#lostAtMs > lostMs',
    to: ': false',
  },
  {
    name: 'quality: after a lost link only a new frame makes a device live',
    ...stale,
    from: 'if (isLost && !this.#isLinkStale) for',
    to: 'if (nowMs < 0) for',
  },
  {
    name: 'quality: a link without beacons counts as lost',
    ...stale,
    from: 'nowMs - this.#aliveMs > beaconLostMs',
    to: 'nowMs - this.#aliveMs > 10 * beaconLostMs',
  },
  {
    name: 'quality: the values of a stale device are stale',
    ...feed,
    from: 'isStale ? quality.stale : asQuality(qualities[entry])',
    to: 'asQuality(qualities[entry])',
  },
  {
    name: 'quality: a point that its device no longer sends is stale',
    ...feed,
    from: 'if (!named.has(slot)) this',
    to: 'if (slot < -1) this',
  },
  {
    name: 'quality: a retained frame is as old as it says',
    ...feed,
    from: 'isKept && last ? Math.max(0, this.#serverMs - last.at) : 0',
    to: '0',
  },
  {
    name: 'quality: a tag never received is stale',
    ...tagTable,
    from: '#qualities = new Uint8Array(firstCapacity).fill(quality.stale)',
    to: '#qualities = new Uint8Array(firstCapacity)',
  },
  {
    name: 'quality: a tag never received is stale in a table that grew',
    ...tagTable,
    from: 'new Uint8Array(capacity).fill(quality.stale)',
    to: 'new Uint8Array(capacity)',
  },
  {
    name: 'quality: a byte that is no quality is bad',
    file: 'engine/bindings/quality.ts',
    tests: tagTable.tests,
    from: 'byte : quality.bad',
    to: 'byte : quality.good',
  },
  {
    name: 'quality: a component is as doubtful as the worst of its tags',
    file: 'engine/running/liveProps.ts',
    tests: action.tests,
    from: 'worst = Math.max(worst, qualities[tag] ?? quality.stale)',
    to: 'worst = Math.max(worst, Math.min(quality.uncertain, qualities[tag] ?? quality.stale))',
  },
  {
    name: 'quality: a page with a stale value is not called live',
    file: 'console/runtime/liveness.ts',
    tests: ['console/runtime/liveness.test.ts'],
    from: 'else if (found === quality.stale) counts',
    to: 'else if (found > quality.stale) counts',
  },
  {
    name: 'quality: a shared page shows a silent device as stale',
    ...liveValues,
    from: 'isAway || this.#parts.monotonicNow() - frame.arrivedMs > computeTimeout(frame.every)',
    to: 'isAway',
  },
  {
    name: 'quality: a shared page shows an offline device as stale',
    ...liveValues,
    from: 'const isStale = isAway || ',
    to: 'const isStale = ',
  },
  {
    name: 'quality: a shared page shows an old stored value as stale',
    ...liveValues,
    from: 'isStale || Math.abs(ageMs) > computeTimeout(everyMs) ?',
    to: 'isStale ?',
  },
]

const access = { file: 'contract/access.ts', tests: ['contract/access.test.ts'] } as const
const grant = { file: 'server/broker/access/acl.ts', tests: ['server/broker/access/acl.test.ts'] } as const
const rank = {
  file: 'server/services/identity/accounts/rank.ts',
  tests: ['server/services/identity/accounts/rank.test.ts'],
} as const
const permissionRules: readonly Mutant[] = [
  {
    name: 'permission: a permission that is not held is refused',
    ...access,
    from: 'permissions.includes(allPermissions) || permissions.includes(permission)',
    to: 'permissions.includes(allPermissions) || permissions.length > 0',
  },
  {
    name: 'permission: a role holds nothing in a project not granted to it',
    ...access,
    from: 'account.projects.find(({ id }) => id === project)?.role',
    to: 'account.projects[0]?.role',
  },
  {
    name: 'permission: a project role that the policy does not name is refused',
    ...access,
    from: 'role !== undefined && policy.roles.includes(role)',
    to: 'role !== undefined',
  },
  {
    name: 'permission: a right is asked for in the project as well as the role',
    ...access,
    from: 'canAccess(account, policy, project) && (policy.permission',
    to: 'canAccess(account, policy, project) || (policy.permission',
  },
  {
    name: 'permission: a route refuses an account that lacks its permission',
    file: 'server/http/request/authorize.ts',
    from: 'if (policy.permission !== undefined && !hasPermission(session.permissions, policy.permission)) throw',
    to: "if (policy.permission === '') throw",
    tests: ['tests/wire/roles.test.ts'],
    only: 'limits its account to its permissions, and changes apply immediately',
  },
  {
    name: 'permission: objects of another project are missing',
    file: 'server/http/request/authorize.ts',
    from: 'if (project === undefined || roleIn(session, project) === undefined) throw',
    to: 'if (project === undefined) throw',
    tests: ['tests/wire/commands.test.ts'],
    only: 'is refused and never clamped',
  },
  {
    name: 'permission: a wall display writes nothing',
    file: 'server/http/request/authorize.ts',
    from: "if (session.isWall && method !== 'GET'",
    to: "if (session.isWall && method === 'HEAD'",
    tests: ['tests/wire/sessionEnds.test.ts'],
    only: 'of a wall display survives the sign-in of a second display and inactivity, and is read-only',
  },
  {
    name: 'permission: a subscriber receives nothing of another project',
    ...grant,
    from: "if (topic.kind === 'beacon') return true\n  if (!hasProject(grant, topic.project)) return false",
    to: "if (topic.kind === 'beacon') return true",
  },
  {
    name: 'permission: a user publishes nothing to the broker',
    ...grant,
    from: "if (grant.kind === 'user' || topic === null ||",
    to: 'if (topic === null ||',
  },
  {
    name: 'permission: a device speaks for itself only',
    ...grant,
    from: "return grant.kind === 'device' && device === getName(grant)\n",
    to: 'return true\n',
  },
  {
    name: 'permission: nobody gives more than he holds',
    ...rank,
    from: 'permissionSet.has(allPermissions) || permissions.every(',
    to: 'permissionSet.has(allPermissions) || permissions.some(',
  },
  {
    name: 'permission: a manager touches no other manager',
    ...rank,
    from: "session.role !== 'super' && !holders.every(isOperator)",
    to: "session.role !== 'super' && !holders.some(isOperator)",
  },
]

const history = {
  file: 'engine/commands/history/history.ts',
  tests: ['engine/commands/history/history.test.ts'],
} as const
const diff = {
  file: 'engine/document/model/diff.ts',
  tests: ['engine/commands/commands.test.ts', 'engine/document/model/document.test.ts'],
} as const
const undoRules: readonly Mutant[] = [
  {
    name: 'undo: a changed component gets its old values back',
    ...diff,
    from: '([before, after]) => [after, before] as const',
    to: '([before, after]) => [before, after] as const',
  },
  { name: 'undo: what was added goes again', ...diff, from: 'removed: diff.added,', to: 'removed: [],' },
  { name: 'undo: what was removed comes back', ...diff, from: 'added: diff.removed,', to: 'added: [],' },
  {
    name: 'undo: the sheet gets its old size back',
    ...diff,
    from: 'layer: [diff.layer[1], diff.layer[0]]',
    to: 'layer: [diff.layer[0], diff.layer[1]]',
  },
  {
    name: 'undo: the drawing gets its old name back',
    ...diff,
    from: 'name: [diff.name[1], diff.name[0]]',
    to: 'name: [diff.name[0], diff.name[1]]',
  },
  {
    name: "undo: merged steps go back to the first one's start",
    file: diff.file,
    tests: history.tests,
    from: 'earlier ? [earlier[0], change[1]] : change',
    to: 'change',
    only: 'into one field merges while the pauses are short',
  },
  {
    name: 'undo: a new command ends what could be redone',
    ...history,
    from: 'this.#undone = []\n    const last',
    to: 'const last',
    only: 'discards redo steps after a new command',
  },
  {
    name: 'undo: typing after a pause is a step of its own',
    ...history,
    from: ' && this.#options.now() <= this.#mergeUntilMs',
    to: '',
    only: 'starts a new step after a pause, after undo, in another field and on another component',
  },
  {
    name: 'undo: brings back what was selected before',
    ...history,
    from: 'this.#apply(invertDiff(entry.diff), entry.selectionBefore)',
    to: 'this.#apply(invertDiff(entry.diff), entry.selectionAfter)',
    only: 'brings the selection back with the drawing',
  },
  {
    name: 'undo: takes back a gesture in progress first',
    ...history,
    from: 'if (this.#interrupt()) return true',
    to: 'this.#interrupt()',
    only: 'is the first step to be undone, and is committed by a command',
  },
  {
    name: 'undo: a refused command changes nothing',
    file: 'engine/commands/transaction/transaction.ts',
    from: 'if (problem) throw rejectRecord(problem)',
    to: '',
    tests: diff.tests,
  },
]

const imports = { file: 'server/services/entities/imports.ts', tests: ['tests/wire/imports.test.ts'] } as const
const importRules: readonly Mutant[] = [
  {
    name: 'import: one that is stopped leaves no rows',
    ...imports,
    from: "await undoJob(author, job)\n      job.state = 'stopped'",
    to: "job.state = 'stopped'",
    only: 'a stopped import leaves no references to the rows it rolls back, and reports the rows it must keep',
  },
  {
    name: 'import: what a killed server had written is taken back',
    ...imports,
    from: 'else await sql`insert into entity_import select',
    to: 'else if (rows.length === 0) await sql`insert into entity_import select',
    only: 'an import interrupted by a server crash leaves no rows, and the log reports it',
  },
  {
    name: 'import: one that the database refuses late leaves no rows',
    ...imports,
    from: '    await result(removed.taken)\n  }',
    to: '    await result(removed.taken)\n    return { count, kept }\n  }',
    only: 'because of a duplicate address in the database leaves no rows, and succeeds once the other row is removed',
  },
]

const commands = { file: 'server/services/devices/commands.ts', tests: ['tests/wire/commands.test.ts'] } as const
const commandRun = {
  file: 'console/stores/live/commandRun.ts',
  tests: ['console/stores/live/commandRun.test.ts'],
} as const
const acks = { file: commands.file, tests: ['tests/wire/commandAcks.test.ts'] } as const
const commandBox = {
  file: 'console/runtime/operate/CommandBox.tsx',
  tests: ['console/runtime/operate/CommandBox.dom.test.tsx'],
} as const
const commandRules: readonly Mutant[] = [
  {
    name: 'command: a device acknowledges its own commands only',
    ...acks,
    from: 'if (!row.tag.startsWith(`${ack.project}/${ack.device}/`)) return warn(ack, ',
    to: 'if (!row.tag.startsWith(`${ack.project}/${ack.device}/`)) void warn(ack, ',
  },
  {
    name: 'command: an acknowledgement of another device is logged once a minute',
    ...acks,
    from: 'if (warnings.tryConsume(`${project}/${device} ${message}`, 1) > 0) return\n',
    to: '',
  },
  {
    name: 'command: the dialog sends nothing while the value is stale or bad',
    ...commandBox,
    from: "if (state >= quality.bad) return t('refused.stale')",
    to: "if (state > quality.stale) return t('refused.stale')",
  },
  {
    name: 'command: the dialog sends nothing without a connection',
    ...commandBox,
    from: "if (telemetry.link.link !== 'open') return t('refused.link')",
    to: "if (telemetry.link.link === 'connecting') return t('refused.link')",
  },
  {
    name: 'command: the dialog sends nothing above the range',
    ...commandBox,
    from: 'typed > (facts?.max ?? Infinity))',
    to: 'typed > Infinity)',
  },
  {
    name: 'command: the dialog sends nothing below the range',
    ...commandBox,
    from: '(typed < (facts?.min ?? -Infinity) ||',
    to: '(typed < -Infinity ||',
  },
  {
    name: 'command: the dialog sends nothing to a read-only point',
    ...commandBox,
    from: "if (facts && !facts.writable) return t('refused.readOnly')",
    to: "if (facts && facts.writable === undefined) return t('refused.readOnly')",
  },
  {
    name: 'command: a value above the range is refused',
    ...commands,
    from: '(tag.max === null || value <= tag.max)',
    to: 'true',
    only: 'is refused and never clamped',
  },
  {
    name: 'command: a switch takes 0 and 1 only',
    ...commands,
    from: 'value === 0 || value === 1',
    to: 'value >= 0 && value <= 1',
    only: 'is refused and never clamped',
  },
  {
    name: 'command: a key used for another command is refused',
    ...commands,
    from: 'if (row.body_hash !== bodyHash) throw',
    to: "if (row.body_hash === '') throw",
    only: 'sent twice with one key is one command',
  },
  {
    name: 'command: a command without an answer ends as unknown, not as done',
    ...commands,
    from: "set({ state: 'unknown' }).where('state', '=', 'sent').where(isExpired)",
    to: "set({ state: 'succeeded' }).where('state', '=', 'sent').where(isExpired)",
    only: 'that expired is closed: an unsent one as expired, one sent without a response as unknown',
  },
  {
    name: 'command: a component with a password asks for it',
    ...commands,
    from: 'await from?.check(tag.path)',
    to: '',
    only: 'is refused until one has been set',
  },
  {
    name: 'command: a disabled device takes no commands',
    ...commands,
    from: 'if (denialReason) throw new ApiError(denialReason)',
    to: '',
    tests: ['tests/wire/lighting.test.ts'],
    only: 'that is disabled takes nothing in, and its device takes no commands',
  },
  {
    name: 'command: trying again uses the same key',
    ...commandRun,
    from: 'this.#key ||= makeId()',
    to: 'this.#key = makeId()',
  },
  {
    name: 'command: a second press sends nothing',
    ...commandRun,
    from: "if (this.phase !== 'asking' && !this.canRetry) return",
    to: '',
  },
  {
    name: 'command: a lost answer is shown as unsure, not as refused',
    ...commandRun,
    from: "thrown.isUnsure ? 'unsure' : passwordRefusals",
    to: 'passwordRefusals',
  },
  {
    name: 'command: a device that never answers is shown as unknown',
    ...commandRun,
    from: "return this.#show('unknown', null)",
    to: "return this.#show('succeeded', null)",
  },
  {
    name: 'command: nothing is sent from a stale or bad value',
    ...action,
    from: 'tags.qualityAt(index) >= quality.bad',
    to: 'tags.qualityAt(index) > quality.stale',
  },
  {
    name: 'command: a switch sends the state that is not shown',
    ...action,
    from: 'isOn(shown, action) ? action.off : action.on',
    to: 'isOn(shown, action) ? action.on : action.off',
  },
  {
    name: 'command: an interlock that a tag sets holds',
    ...action,
    from: 'disabledProp !== undefined && (live?.[disabledProp] ?? component.props[disabledProp]) === true',
    to: 'disabledProp !== undefined && component.props[disabledProp] === true',
  },
  {
    name: 'command: an interlock that nobody knows holds',
    file: 'engine/running/liveProps.ts',
    tests: action.tests,
    from: 'return this.#isUnknown[at] === 1',
    to: 'return false',
  },
]

const conditions = {
  file: 'server/services/lighting/alarms/conditions.ts',
  tests: ['server/services/lighting/alarms/conditions.test.ts'],
} as const
const delays = { file: 'server/services/lighting/alarms/debounce.ts', tests: conditions.tests } as const
const lighting = ['tests/wire/lighting.test.ts'] as const
const book = { file: 'server/services/lighting/alarms/alarmStore.ts', tests: ['tests/wire/alarmBook.test.ts'] } as const
const alarmRules: readonly Mutant[] = [
  { name: 'alarm: one that returns keeps its counter', ...book, from: 'count: before.count + 1', to: 'count: 1' },
  {
    name: 'alarm: one that returns notifies nobody twice',
    ...book,
    from: "await this.#sendEvent(before.id, 'changed')",
    to: "await this.#sendEvent(before.id, 'raised')",
  },
  {
    name: 'alarm: only one that is new is notified',
    file: 'server/services/lighting/index.ts',
    tests: lighting,
    from: "if (alarmEvent.change === 'raised') onAlarmEvent(alarmEvent)",
    to: "if (alarmEvent.change !== 'cleared') onAlarmEvent(alarmEvent)",
  },
  {
    name: 'alarm: no alarm is made of a bad or stale value',
    ...conditions,
    from: '(mark ?? quality.bad) >= quality.bad',
    to: '(mark ?? quality.bad) > quality.stale',
  },
  {
    name: 'alarm: a value above its limit is an alarm',
    ...conditions,
    from: 'value > limit - band',
    to: 'value > 2 * limit - band',
  },
  {
    name: 'alarm: one of a limit ends beyond its dead band only',
    ...conditions,
    from: "isOpen('limit', name) ? deadband : 0",
    to: '0',
  },
  {
    name: 'alarm: a fault that does not last is none',
    ...delays,
    from: '.filter(([, { at }]) => at <= nowMs)',
    to: '.filter(([, { at }]) => at <= nowMs + 3_600_000)',
  },
  {
    name: 'alarm: begins and ends nothing while the value is not known',
    ...delays,
    from: 'if (isOn === undefined || isOn === isOpen) {',
    to: 'if (isOn === isOpen) {',
  },
  {
    name: 'alarm: a confirmed fault that comes back is a new one',
    file: 'server/services/lighting/alarms/alarmStore.ts',
    tests: conditions.tests,
    from: "status !== 'confirmed' && atMs",
    to: 'atMs',
  },
  {
    name: 'alarm: ends when the plant is well again',
    file: 'server/services/lighting/alarms/alarmStore.ts',
    from: "if (open.id !== '') await this.#service?.set(open.id, { clearedAt: atMs })",
    to: '',
    tests: lighting,
    only: 'a sensor beyond its limit raises an alarm, which clears only beyond the dead band and is sent to consoles of its project',
  },
  {
    name: 'alarm: what hangs on a lost cabinet raises none of its own',
    file: 'server/services/lighting/alarms/watch.ts',
    from: "fault: 'offline' })) return undefined",
    to: "fault: 'offline' })) return true",
    tests: ['server/services/lighting/alarms/watch.test.ts'],
  },
  {
    name: 'alarm: a severe one is shown until it is confirmed',
    file: 'console/stores/live/alarmStore.ts',
    from: 'alarm.level >= severe',
    to: 'alarm.level > severe',
    tests: ['console/stores/live/alarmStore.test.ts'],
  },
]

const readings = {
  file: 'server/database/history/latestValues.ts',
  tests: ['server/database/history/latestValues.test.ts'],
} as const
const curves = { file: 'server/database/history/historyQuery.ts', tests: ['tests/wire/history.test.ts'] } as const
const historyRules: readonly Mutant[] = [
  {
    name: 'history: a change of quality is stored',
    ...readings,
    from: 'mark !== this.#storedQualities[tag] || ',
    to: '',
  },
  {
    name: 'history: what was acknowledged is stored whole',
    ...readings,
    from: 'if (!frame.acknowledged && text === undefined && ',
    to: 'if (text === undefined && ',
  },
  {
    name: 'history: a late value does not become the newest',
    ...readings,
    from: 'if (frame.at >= (this.#at[tag] ?? 0)) this.#move',
    to: 'this.#move',
  },
  {
    name: 'history: after rows that were lost the next value is stored',
    ...readings,
    from: 'for (const tag of rows.tags) this.#storedAt[tag] = 0',
    to: '',
  },
  {
    name: 'history: a curve keeps its lowest values',
    ...curves,
    from: '[low && { at: low[1], value: low[0] }, high &&',
    to: '[high &&',
    only: 'of many readings keeps every peak',
  },
  {
    name: 'history: a bad value is a gap of the curve',
    ...curves,
    from: 'quality >= badQuality || Number.isNaN(value) ? null : value',
    to: 'Number.isNaN(value) ? null : value',
    only: 'quality, or a gap if it is unusable',
  },
  {
    name: 'history: a chart keeps the lowest of many values',
    file: 'engine/pictures/thinning.ts',
    from: 'for (const index of [low, high, gap])',
    to: 'for (const index of [high, gap])',
    tests: ['engine/pictures/chart.test.ts'],
    only: 'keeps the lowest and the highest value of each span',
  },
]

const holding = { file: 'server/services/drawings/shares/shareCache.ts', tests: ['tests/wire/shares.test.ts'] } as const
const picture = { file: 'server/services/drawings/shares/picture.ts', tests: holding.tests } as const
const shareRules: readonly Mutant[] = [
  {
    name: 'share: a link shows no point of another project',
    ...picture,
    from: 'catalog).tags.filter(isOwn)',
    to: 'catalog).tags.filter(Boolean)',
    only: 'exactly the points of its project',
  },
  {
    name: 'share: a link says nothing of points of another project in a curve',
    ...picture,
    from: 'components.flatMap(getHistoryTags).filter(isOwn)',
    to: 'components.flatMap(getHistoryTags)',
    only: 'reveals no points of another project, even if a curve of the drawing names them',
  },
  {
    name: 'share: a revoked link shows nothing',
    ...holding,
    from: 'row.revoked_at !== null || (row',
    to: '(row',
    only: 'when it is revoked',
  },
  {
    name: 'share: a link loses the rights that its maker loses',
    ...holding,
    from: "seesPoints: canCall(status, routes['tag.list'].policy, project)",
    to: 'seesPoints: true',
    only: 'shows no figure as live any more',
  },
  {
    name: 'share: a wrong password opens no link',
    file: 'server/services/drawings/shares/shareViewers.ts',
    tests: holding.tests,
    from: 'if (isCorrect) return tries.revert(keys)',
    to: 'return tries.revert(keys)',
    only: 'reveals nothing about the drawing before it is opened, and requires its password',
  },
  {
    name: 'share: guesses of a password are limited',
    file: 'server/services/drawings/shares/passwordAttempts.ts',
    tests: holding.tests,
    from: "is('share_failure.count', '<', maxAttempts)",
    to: "is('share_failure.count', '<', 1000)",
    only: 'lock a link at the eleventh attempt from any address, even for the correct password; open views continue',
  },
]

const drawings = { file: 'server/services/drawings/index.ts', tests: ['tests/wire/drawings.test.ts'] } as const
const designer = {
  file: 'console/designer/session/designerStore.ts',
  tests: ['console/designer/session/designerStore.test.ts'],
} as const
const saveRules: readonly Mutant[] = [
  {
    name: 'save: the second of two who save is refused',
    ...drawings,
    from: 'if (before.revision !== revision) {',
    to: 'if (before.revision < revision) {',
    only: 'saved by two',
  },
  {
    name: 'save: a drawing of a newer program is not saved over',
    ...drawings,
    from: 'if (await isNewer(tx, id)) throw',
    to: "if (id === '' && await isNewer(tx, id)) throw",
    only: 'cannot be overwritten by any save, and metadata changes leave it unchanged',
  },
  {
    name: 'save: a conflict is shown in the designer',
    ...designer,
    from: "if (thrown.error === 'drawing.conflict')",
    to: 'if (thrown.error === null)',
  },
  {
    name: 'save: the designer saves over the revision that it opened',
    ...designer,
    from: 'revision: overRevision ?? this.revision, headers',
    to: 'revision: overRevision ?? this.revision + 1, headers',
  },
]

const lockout = { file: 'server/services/base/lockout.ts', tests: ['tests/wire/signIn.test.ts'] } as const
const signIn = { file: 'server/services/identity/signIn.ts', tests: lockout.tests } as const
const signInRules: readonly Mutant[] = [
  {
    name: 'sign-in: failures make the next try wait',
    ...lockout,
    from: 'failures < freeFailures ? 0',
    to: 'failures < 50 ? 0',
    only: 'waits longer after each failure',
  },
  {
    name: 'sign-in: the tries of one address are limited',
    ...lockout,
    from: ".where(left, '<=', (perAddressMinute - 1) * attemptCost)",
    to: ".where(left, '<=', 1000 * attemptCost)",
    tests: ['tests/wire/signInGuesses.test.ts'],
    only: 'the tries of an address are counted through a restart',
  },
  {
    name: 'sign-in: a wrong password opens nothing',
    ...signIn,
    from: "if (!(await verifyPassword(password, account?.password, origin.address, getRate))) return 'wrong'",
    to: "if (!account) return 'wrong'",
    only: 'answers an unknown account, a disabled one and a wrong password alike',
  },
  {
    name: 'sign-in: a new password ends all other sessions',
    ...signIn,
    from: "await sessions.end(tx, accountId, 'password')",
    to: '',
    only: 'ends everywhere when the password changes',
  },
  {
    name: "sign-in: calls beyond a minute's limit are refused",
    file: 'server/limits/rateLimiter.ts',
    from: 'if (retryAfterSeconds > 0) throw',
    to: 'if (retryAfterSeconds > 600) throw',
    tests: ['server/limits/rateLimiter.test.ts'],
  },
]

const watch = {
  file: 'server/services/automation/linkages/watch.ts',
  tests: ['server/services/automation/linkages/watch.test.ts'],
} as const
const brakes = { file: 'server/services/automation/linkages/cycleGuard.ts', tests: watch.tests } as const
const lease = {
  file: 'server/services/automation/leaderLease.ts',
  tests: ['server/services/automation/leaderLease.test.ts'],
} as const
const linkages = {
  file: 'server/services/automation/linkages/index.ts',
  tests: ['tests/wire/linkageRuns.test.ts'],
} as const
const linkageRules: readonly Mutant[] = [
  {
    name: 'linkage: keeps silent for its time',
    ...linkages,
    from: 'nowMs < entry.lastMs + entry.linkage.silenceMs',
    to: 'nowMs < entry.lastMs',
    only: 'observes its quiet period across a restart, and does not fire for a condition that already held',
  },
  {
    name: 'linkage: is set off by good values only',
    file: 'server/services/automation/linkages/conditions.ts',
    tests: watch.tests,
    from: 'qualityCode !== quality.good',
    to: 'qualityCode === quality.bad',
  },
  {
    name: 'linkage: is not set off by what comes late',
    ...watch,
    from: ' || frame.receivedAt - frame.at > getOfflineTimeoutMs(frame.every)',
    to: '',
  },
  {
    name: 'linkage: a condition over several needs fresh values',
    ...watch,
    from: 'nowMs === null || level.until >= nowMs',
    to: 'nowMs === null || level.until !== nowMs',
  },
  {
    name: 'linkage: does not fire again while its condition lasts',
    ...watch,
    from: '(levels.get(key)?.isActive ?? false) !== level.isActive',
    to: '(levels.get(key)?.isActive ?? false) !== level.isActive || level.isActive',
  },
  { name: 'linkage: a ring of linkages is cut', ...brakes, from: 'depth < cycleLimits.depth && ', to: '' },
  {
    name: 'linkage: one that a device sets off too often is held',
    ...brakes,
    from: ' && runs.length < cycleLimits.often',
    to: '',
  },
  {
    name: 'linkage: acts with the rights of who enabled it',
    file: 'server/services/automation/linkages/authorizeActions.ts',
    from: 'if (!missing) return null\n',
    to: 'if (missing !== undefined) return null\n',
    tests: linkages.tests,
    only: 'acts with the permissions of the account that enabled it; without them, it does nothing and logs the reason',
  },
  {
    name: 'linkage: of several servers one acts',
    ...lease,
    from: 'return monotonicNow() < expiry.steadyMs && Date.now() < expiry.at',
    to: 'return monotonicNow() < expiry.steadyMs || Date.now() < expiry.at',
  },
]

const textRules: readonly Mutant[] = [
  {
    name: 'text: one that is slightly wider than its box is shortened',
    file: 'engine/paint/gpu/gpuBrush.ts',
    from: 'advance * fontSize > width + 0.01',
    to: 'advance * fontSize > width * 1.05',
    tests: ['engine/paint/gpu/gpuBrush.test.ts'],
  },
]

/** The most important rules. A surviving mutant reveals missing tests; adapt a mutant when its file changes. */
export const mutants: readonly Mutant[] = [
  ...qualityRules,
  ...permissionRules,
  ...undoRules,
  ...importRules,
  ...commandRules,
  ...alarmRules,
  ...historyRules,
  ...shareRules,
  ...saveRules,
  ...signInRules,
  ...linkageRules,
  ...textRules,
]

/** A part of a text: from index `start` up to, not including, index `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Finds the places where `part` occurs in `text`. Ignores line breaks, spaces and trailing commas: formatting is free. */
export function findOccurrences(text: string, part: string): Range[] {
  const { code, places } = compact(text)
  const { code: wanted } = compact(part)
  const found: Range[] = []
  if (wanted === '') return found
  for (let at = code.indexOf(wanted); at >= 0; at = code.indexOf(wanted, at + 1)) {
    found.push({ start: places[at] ?? 0, end: (places[at + wanted.length - 1] ?? 0) + 1 })
  }
  return found
}

/** The text without whitespace and trailing commas, and the place of each remaining character. */
function compact(text: string): { readonly code: string; readonly places: readonly number[] } {
  const places: number[] = []
  let code = ''
  for (const { 0: char, index } of text.matchAll(/,(?!\s*[)\]}])|[^\s,]/g)) {
    code += char
    places.push(index)
  }
  return { code, places }
}
