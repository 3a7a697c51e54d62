import type { Mutant } from './mutant.ts'

const action = { file: 'engine/running/actions.ts', tests: ['engine/running/runner.test.ts'] } as const
const commands = {
  file: 'server/services/devices/commands.ts',
  tests: ['tests/wire/devices/commands.test.ts'],
} as const
const commandValues = { file: 'server/services/devices/commandValue.ts', tests: commands.tests } as const
const commandRun = {
  file: 'console/stores/live/commandRun.ts',
  tests: ['console/stores/live/commandRun.test.ts'],
} as const
const acks = { file: commands.file, tests: ['tests/wire/devices/commandAcks.test.ts'] } as const
const commandBox = {
  file: 'console/runtime/operate/CommandBox.tsx',
  tests: ['console/runtime/operate/CommandBox.dom.test.tsx'],
} as const

export const commandRules: readonly Mutant[] = [
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
    ...commandValues,
    from: '(tag.max === null || value <= tag.max)',
    to: 'true',
    only: 'is refused and never clamped',
  },
  {
    name: 'command: a switch takes 0 and 1 only',
    ...commandValues,
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
    tests: ['tests/wire/lighting/lighting.test.ts'],
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
