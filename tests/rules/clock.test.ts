import { describe, expect, it } from 'vitest'
import { codeOnly, listFiles, isScript, isTest, getLine, listed } from './sources.ts'
import type { Source } from './sources.ts'

/** Files of engine, contract, workers and console that may read a clock or start a timer, with the reason. */
const keepers: Readonly<Record<string, string>> = {
  'engine/stage/frameLoop.ts': "the engine's one frame loop: everything that moves gets its nowMs",
  'engine/accessibility/tree.ts':
    'values in words twice a second, outside frames, so that a frame costs nothing for them',
  'engine/editing/longPress.ts': 'a finger that rests asks for the context menu',
  'engine/paint/atlas/images.ts': 'asks for a picture that did not come again, at longer and longer intervals',
  'engine/overlays/video.ts': 'asks for a broken stream again, at longer and longer intervals',
  'engine/overlays/players/watchStream.ts': 'reports a stream without new pictures as stalled, then as lost',
  'engine/overlays/players/webrtc.ts': 'limits the time to collect network candidates',
  'console/fields/camera/cameraMover.ts': 'repeats a movement while its button is held',
  'engine/commands/history/history.ts':
    'typing within half a second merges into one entry; the clock is an argument, this its default',
  'contract/telemetry/frameCache.ts': 'a frame from the future is doubted; the clock is an argument, this its default',
  'workers/telemetry/api.ts':
    "the worker's clock, handed to its parts from here; it drives the batches, the pulse and the stale check",
  'workers/telemetry/client.ts': "the watchdog over the worker's pulse",
  'workers/telemetry/connection.ts': 'back-off between tries to connect',
  'console/trend/plotPointer.ts': 'loads the zoomed period when the wheel rests',
  'console/chart/ChartPage.tsx': 'draws the chart anew when typing pauses',
  'console/app/routing/chunk.ts': 'a chunk that does not come in time has failed',
  'console/app/shell/keepAlive.ts': 'renews the session before it ends',
  'console/crud/sheets/importRun.ts': 'asks how far an import is',
  'console/stores/hooks/useLiveStates.ts': 'colours the plant once a second',
  'console/home/frame/useHome.ts': 'looks for news once a minute',
  'console/script/editor/ScriptSourceEditor.tsx': 'checks a script when typing pauses',
  'console/kit/page/SearchBox.tsx': 'searches when typing pauses',
  'console/stores/entities/polling.ts': 'asks again while it is looked at',
  'console/stores/hooks/useSearch.ts': 'searches when typing pauses',
  'console/designer/symbols/LibrarySection.tsx': 'searches when typing pauses',
  'console/designer/session/savedSteps.ts': 'dates kept steps, so that the oldest go first',
  'console/designer/session/draftKeeper.ts': 'writes drafts a moment after the last change and dates them',
  'console/kit/form/unsavedPreview.ts': 'a designer that does not answer is closed',
  'console/kit/saveFile.ts': "frees the file's address after the click has taken it",
  'console/kit/page/scrollToTop.ts': 'a scroll of its own outside the engine',
  'console/kit/form/scrollToError.ts': 'looks for the marks of a form once they are drawn',
  'console/net/client.ts': 'the duplicate-submit guard; the clock is an option, this its default',
  'console/onboarding/editor/usePreview.ts': 'reads a pasted message as received now',
  'console/channels/ChannelStateCell.tsx': 'shares one answer among the cells of a list',
  'console/lighting/AreaLamps.tsx': 'one answer serves all cells of a list for a moment',
  'console/lighting/FacilityNow.tsx': 'counts the age of values anew',
  'console/lighting/areaRun.ts': 'asks what became of the commands to an area',
  'console/net/sharePoll.ts': 'asks for the values of a shared drawing once a second, and says when none came',
  'console/net/tabSync.ts': 'a new tab waits a moment for the session of another',
  'console/net/files.ts': 'a download of which nothing comes any more has failed',
  'console/net/socket.ts': 'heartbeat, and tries again',
  'console/net/transport.ts': 'an upload or download that takes too long is ended',
  'console/stage/still.ts':
    'keeps a copy of the last picture until the images of the next drawing are painted, for a bounded time',
  'console/stores/pageReloads.ts': 'reloads a page whose graphics do not come back, with growing waits',
  'console/runtime/operate/CommandBox.tsx': 'closes a moment after the device has obeyed',
  'console/runtime/hover/hover.ts': 'a pointer that rests asks for the prompt',
  'console/runtime/feeds/feeds.ts':
    'dates alarms, which it looks for once a second, and tells them to each list at its interval',
  'console/runtime/feeds/polling.ts': 'clocks of a drawing, and the intervals at which it asks other systems',
  'console/runtime/runView.ts': 'a revision that could not be read is read again a little later',
  'console/runtime/view/RunBadge.tsx': 'counts old values once a second',
  'console/runtime/shared/sharedView.ts': 'a saved drawing that does not come is asked for again a little later',
  'console/runtime/operate/useRunMenu.tsx': 'dates the saved picture',
  'console/stage/StageHost.tsx': 'a context that does not come back is given up after a while',
  'console/stores/live/alarmStore.ts': 'tells a flood of alarms together, and asks how many there are',
  'console/stores/live/commandRun.ts': 'asks what became of a command',
  'console/stores/root.ts': 'hands the stores their clock',
  'console/stores/drawings/shares.ts':
    'counts how long a link holds from now; the clock is an argument, this its default',
  'console/stores/live/tagSamples.ts': 'samples tags for tables four times a second',
  'console/stores/hooks/useInitialValues.ts':
    'a value that did not come for a while after it was asked for is missing, and not loading',
  'console/stores/live/telemetry.ts': 'says since when the link is as it is',
}
/** Server files that may use timers. Reading the time is allowed, because the server records it. */
const serverTimers: Readonly<Record<string, string>> = {
  'server/logThinning.ts': 'writes once a minute how often a line was repeated',
  'server/metrics.ts': 'figures of a database that does not answer are left out',
  'server/storage/ballast.ts': 'writes the ballast some seconds after the start, and again when there is room',
  'server/storage/guard.ts':
    'checks disk and database each second; a database that does not answer in time is unreachable',
  'server/services/operations/serverAlarms/checks.ts': 'looks every ten seconds at what the server raises alarms for',
  'server/http/request/halfOpen.ts':
    'closes connections of one address that have not sent a whole request, once a second',
  'server/services/devices/credentials/authentication.ts':
    'compares open connections with their credentials every five seconds',
  'server/services/automation/ruleScripts/intake.ts': 'a message waits for scripts two seconds at most',
  'server/services/automation/ruleScripts/runLog.ts': 'stores the runs of scripts in batches',
  'server/services/automation/rehearsals.ts': 'results of a rehearsal are kept for some minutes',
  'server/services/devices/devicePresence.ts': 'looks each second which devices came or went for good',
  'server/services/devices/signal/deviceSignal.ts': 'writes changed signals once a second',
  'server/simulator/protocols/sparkplugPlant.ts': 'reports changes every two seconds',
  'server/simulator/protocols/tasmotaPlant.ts': 'reports every ten seconds, as the firmware does',
  'server/main.ts': 'a database that does not close keeps a failed start from ending no longer than a moment',
  'server/shutdown.ts': 'a stop that takes too long is ended',
  'server/tls.ts': 'looks every two seconds whether the certificate was renewed',
  'server/broker/intake/publishHandler.ts': 'a publisher over its rate waits',
  'server/broker/broker.ts': 'beacon and sweep',
  'server/broker/intake/batchWriter.ts': 'gathers frames for a few ms before it commits them',
  'server/broker/intake/driverValues.ts': 'shows values that are not stored in time',
  'server/drivers/links/exchange.ts': 'timeout of an answer, and quiet time of a line after it',
  'server/drivers/links/tcpClient.ts': 'timeout of a connection',
  'server/drivers/links/tcpServer.ts': 'timeout of a registration packet',
  'server/drivers/opcua/opcUaDriver.ts': 'timeout of a disconnect',
  'server/drivers/runner/channel.ts': 'poll interval, and delay between attempts to connect',
  'server/drivers/runner/outbox.ts': 'timeout of storage, and delay before frames are sent again',
  'server/drivers/runner/rawLog.ts': 'reports lines twice a second',
  'server/services/devices/channels/process.ts': 'delay between restarts of a process, and timeout of requests',
  'server/broker/externalBroker.ts':
    'waits before it connects again to an external broker that holds what was not stored',
  'server/broker/transport/clientStream.ts': 'a connection that is told goodbye has a moment to read it',
  'server/database/engines/embedded.ts': 'waits for the embedded database to come up',
  'server/database/engines/embeddedProcess.ts': 'the database ends with the server that started it',
  'server/database/history/history.ts': 'keeps newest values and partitions',
  'server/database/damage/inspect.ts': 'reads a page again that a running database may be writing',
  'server/database/postgres/leftovers.ts': 'waits for the processes of an earlier server to end',
  'server/database/history/historyAggregates.ts': 'leaves the database to others between two statements',
  'server/database/history/historyRetention.ts': 'leaves the database to others between two statements',
  'server/services/devices/undeclaredDevices/purge.ts': 'leaves the database to others between two statements',
  'server/database/lease.ts': 'renews the lease of the database each second',
  'server/services/automation/leaderLease.ts': 'renews a lease while its work runs',
  'server/database/index.ts': 'waits between tries to reach the database',
  'server/database/retryTransaction.ts': 'a moment before a transaction that was given up for others begins anew',
  'server/database/engines/dataDirectoryLock.ts': "the heartbeat of the data folder's lock",
  'server/http/serve.ts': 'connections that outlast a stop are cut',
  'server/http/socket.ts': 'a socket that does not say who it is is closed',
  'server/scripts/runner/child.ts': 'kills a script that does not respond, and waits between starts of its process',
  'server/services/base/childProcess.ts': 'waits between restarts of a child process',
  'server/services/devices/mapping/index.ts': 'checks unconfirmed commands and silent devices once a second',
  'server/services/devices/commands.ts': 'expires commands without an answer',
  'server/services/entities/tableMaintenance.ts': 'waits for a quiet second after many writes',
  'server/services/alarms/index.ts': 'returns shelved alarms once a second',
  'server/services/alarms/tagAlarms/index.ts': 'applies the delays of alarms once a second',
  'server/services/lighting/index.ts': 'looks once a second what has lasted long enough to be an alarm',
  'server/http/outbound/request.ts': 'an answer that takes too long is cut off',
  'server/services/operations/monitoring/sampler.ts': 'measures the process every two seconds',
  'server/services/devices/deviceStates.ts': 'looks once a second who fell silent',
  'server/services/base/scheduler.ts': 'the clock of everything that runs by the clock',
  'server/simulator/upgrading.ts': 'a virtual installation takes its time',
  'server/services/identity/sessions.ts': 'sweeps ended sessions',
  'server/services/files/index.ts': 'removes once a day what nothing refers to',
  'server/services/identity/signInLog.ts': 'sweeps old records',
  'server/services/automation/bridges/networkErrors.ts': 'time limit of a connection or delivery to another system',
  'server/services/thumbnails/index.ts': 'a picture that takes too long is given up',
  'server/health.ts': 'a part that does not answer in time is not ready',
  'server/simulator/gateway.ts': "the virtual plant's one tick",
  'server/simulator/main.ts': 'a goodbye to a server that is gone is cut short',
}

/** The type of a timer handle does not count. */
const clocks =
  /(?<!typeof )(?:\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\b(?:setTimeout|setInterval|requestAnimationFrame)\b)/g
const timers = /(?<!typeof )\b(?:setTimeout|setInterval)\b/g

describe('one clock', () => {
  it('holds in every file', () => {
    expect(listed(findings(listFiles((path) => isScript(path) && !isTest(path) && !path.startsWith('scripts/'))))).toBe(
      '',
    )
  })

  it('lists no file that needs no clock', () => {
    const files = new Map(listFiles(isScript).map(({ path, text }) => [path, codeOnly(text, true)]))
    const idle = Object.keys({ ...keepers, ...serverTimers }).filter((path) => !files.get(path)?.match(clocks))
    expect(
      listed(
        idle.map((path) => `${path} keeps no clock (any more): take it off the list in tests/rules/clock.test.ts.`),
      ),
    ).toBe('')
  })

  it.each([
    ['const at = Date.now()'],
    ['const at = new Date()'],
    ['const start = performance.now()'],
    ['setTimeout(save, 500)'],
    ['window.requestAnimationFrame(draw)'],
  ])('sees %s', (text) => {
    expect(findings([{ path: 'engine/document/a.ts', text }])).toHaveLength(1)
  })

  it('lets the server read the time but not wait', () => {
    expect(findings([{ path: 'server/services/a.ts', text: 'const at = Date.now()' }])).toEqual([])
    expect(findings([{ path: 'server/services/a.ts', text: 'setInterval(sweep, 1000)' }])).toHaveLength(1)
  })

  it("lets a timer's type be", () => {
    expect(
      findings([{ path: 'engine/document/a.ts', text: 'let timer: ReturnType<typeof setTimeout> | undefined' }]),
    ).toEqual([])
  })

  it('lets a date be read from a number', () => {
    expect(findings([{ path: 'engine/document/a.ts', text: 'const day = new Date(atMs) // not Date.now()' }])).toEqual(
      [],
    )
  })
})

function findings(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const isServer = path.startsWith('server/')
    if (path in (isServer ? serverTimers : keepers)) return []
    const code = codeOnly(text, true)
    const uses = [...code.matchAll(isServer ? timers : clocks)]
    const [first] = uses
    if (!first) return []
    const names = [...new Set(uses.map(([name]) => name.replace(/\s/g, '')))].join(', ')
    return [
      `${path}:${getLine(code, first.index)} uses ${names}: take the time as an argument (the stage gives nowMs to every frame listener; ` +
        'a service gets its clock when it is made), or list the file with its reason in tests/rules/clock.test.ts.',
    ]
  })
}
