import { expect, test } from 'vitest'
import type { Words } from '../../../../contract/entity/field.ts'
import type { ServerAlarmKind } from '../../../../contract/serverAlarms.ts'
import { createLog } from '../../../log.ts'
import type { StorageFault } from '../../../storage/index.ts'
import { createServerChecks } from './checks.ts'

const dayMs = 86_400_000
const gigabyte = 1024 ** 3

/** Creates a server whose state a test sets; `look` returns the open alarms after the next check. */
function rig() {
  const open = new Map<ServerAlarmKind, Words>()
  const state = {
    nowMs: Date.UTC(2026, 5, 1),
    steadyMs: 5_000,
    fault: null as StorageFault | null,
    freeBytes: 80 * gigabyte,
    certificateEnd: undefined as number | undefined,
    external: 'none' as 'none' | 'connected' | 'lost',
    droppedFrames: 0,
    overQuota: [] as { readonly project: string; readonly at: number }[],
    backup: {
      newestAt: (Date.UTC(2026, 5, 1) - dayMs / 2) as number | null,
      hasFailed: false,
      isScheduled: true,
      isVerified: null as boolean | null,
    },
  }
  const checks = createServerChecks({
    alarms: {
      raise: (kind, words) => void open.set(kind, words),
      clear: (kind) => void open.delete(kind),
      check: () => Promise.resolve(),
    },
    storage: {
      get fault() {
        return state.fault
      },
      onChange: () => () => undefined,
      onRestart: () => () => undefined,
    },
    readSpace: () => Promise.resolve({ totalBytes: 100 * gigabyte, freeBytes: state.freeBytes }),
    backup: () => Promise.resolve(state.backup),
    readCertificateExpiry: () => Promise.resolve(state.certificateEnd),
    broker: () => ({ external: state.external, droppedFrames: state.droppedFrames }),
    projectsOverQuota: (since) => state.overQuota.filter(({ at }) => at > since).map(({ project }) => project),
    log: createLog('silent'),
    now: () => state.nowMs,
    monotonicTime: () => state.steadyMs,
  })
  const pass = (ms: number): void => {
    state.nowMs += ms
    state.steadyMs += ms
  }
  return {
    state,
    open,
    pass,
    runChecks: async () => {
      await checks.runChecks()
      return [...open.keys()]
    },
  }
}

test('a healthy server raises nothing', async () => {
  const { runChecks, pass } = rig()
  expect(await runChecks()).toEqual([])
  pass(10_000)
  expect(await runChecks()).toEqual([])
})

test('a disk of which less than a tenth is free is low; a full one is reported as full only', async () => {
  const { state, runChecks } = rig()
  state.freeBytes = 9 * gigabyte
  expect(await runChecks()).toEqual(['diskLow'])
  state.fault = 'full'
  state.freeBytes = 0
  expect(await runChecks()).toEqual(['diskFull'])
  state.fault = null
  state.freeBytes = 50 * gigabyte
  expect(await runChecks()).toEqual([])
})

test.each([
  ['failed', 'storageFailed'],
  ['unreachable', 'databaseUnreachable'],
] as const)('the fault "%s" of the storage is the alarm %s', async (fault, kind) => {
  const { state, runChecks } = rig()
  state.fault = fault
  expect(await runChecks()).toEqual([kind])
})

test('a failed backup and one of more than two days are reported, also where there never was one', async () => {
  const { state, runChecks, pass } = rig()
  state.backup = {
    newestAt: state.nowMs - 3 * dayMs,
    hasFailed: true,
    isScheduled: true,
    isVerified: null as boolean | null,
  }
  expect(await runChecks()).toEqual(['backupFailed', 'backupOld'])
  state.backup = { newestAt: state.nowMs, hasFailed: false, isScheduled: true, isVerified: false }
  expect(await runChecks()).toEqual(['backupUnusable'])
  state.backup = { newestAt: null, hasFailed: false, isScheduled: true, isVerified: null as boolean | null }
  expect(await runChecks()).toEqual([])
  pass(2 * dayMs + 1)
  expect(await runChecks()).toEqual(['backupOld'])
  state.backup = { newestAt: null, hasFailed: false, isScheduled: false, isVerified: null }
  expect(await runChecks()).toEqual([])
})

test('a certificate is reported two weeks before its end', async () => {
  const { state, open, runChecks, pass } = rig()
  state.certificateEnd = state.nowMs + 20 * dayMs
  expect(await runChecks()).toEqual([])
  pass(7 * dayMs)
  state.backup = { ...state.backup, newestAt: state.nowMs }
  expect(await runChecks()).toEqual(['certificateExpiring'])
  expect(open.get('certificateExpiring')?.en).toBe('Valid until 2026-06-21')
})

test.each([
  [3_600_000, 'Set forward by 3600 s'],
  [-90_000, 'Set back by 90 s'],
])('a clock that is set by %d ms is reported', async (ms, words) => {
  const { state, open, runChecks, pass } = rig()
  await runChecks()
  pass(10_000)
  state.nowMs += ms
  expect(await runChecks()).toContain('clockJumped')
  expect(open.get('clockJumped')?.en).toBe(words)
})

test('a slow correction of the clock is not reported', async () => {
  const { state, runChecks, pass } = rig()
  for (let each = 0; each < 10; each++) {
    pass(10_000)
    state.nowMs += 500
    expect(await runChecks()).toEqual([])
  }
})

test('dropped values and an external broker that stays away for half a minute are reported', async () => {
  const { state, open, runChecks, pass } = rig()
  state.droppedFrames = 12
  expect(await runChecks()).toEqual(['messagesDropped'])
  expect(open.get('messagesDropped')?.en).toMatch(/^12 messages/)
  open.clear()
  state.external = 'lost'
  expect(await runChecks()).toEqual([])
  pass(30_000)
  expect(await runChecks()).toEqual(['brokerLinkLost'])
  state.external = 'connected'
  expect(await runChecks()).toEqual([])
})

test('a quota of undeclared devices that is exceeded is reported until five minutes after the last dropped message', async () => {
  const { state, open, runChecks, pass } = rig()
  state.overQuota = [
    { project: 'street', at: state.nowMs },
    { project: 'tunnel', at: state.nowMs },
  ]
  expect(await runChecks()).toEqual(['undeclaredQuota'])
  expect(open.get('undeclaredQuota')).toEqual({
    en: 'Messages of new devices are dropped: street, tunnel',
    zh: '新设备的消息被丢弃：street、tunnel',
  })
  pass(4 * 60_000)
  state.overQuota = [{ project: 'tunnel', at: state.nowMs }]
  pass(4 * 60_000)
  expect(await runChecks()).toEqual(['undeclaredQuota'])
  expect(open.get('undeclaredQuota')?.en).toBe('Messages of new devices are dropped: tunnel')
  pass(60_000)
  expect(await runChecks()).toEqual([])
})
