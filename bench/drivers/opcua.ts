/*
 * Share of the server's main thread that an OPC UA channel with many monitored items uses, and response times of the
 * console before and during it. Run: npx tsx bench/drivers/opcua.ts [items] [changes a second] [seconds]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { unwrap } from '../../server/drivers/opcua/unwrap.ts'
import { callEntity, call, makeProject, signIn } from '../../tests/support/server/api.ts'
import { removeDirectory } from '../../tests/support/directories.ts'
import { startServer } from '../../tests/support/server/server.ts'

const isDevice = process.argv[2] === 'device'
const [items = 10_000, changesPerS = 1_000, seconds = 30] = process.argv.slice(isDevice ? 3 : 2).map(Number)
const ticksPerS = 100
const roundMs = 20
const project = 'bench'

if (isDevice) await serve()
else await measure()

async function measure(): Promise<void> {
  const device: ChildProcess = fork(import.meta.filename, ['device', String(items), String(changesPerS)], {
    execArgv: ['--import', 'tsx'],
  })
  const port = await new Promise<number>((done) => device.once('message', (message) => done(Number(message))))
  const server = await startServer({ env: { MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${port}`, MIMIC_METRICS_OPEN: '1' } })
  const readRows = async (): Promise<number> =>
    Number(/^mimic_history_rows_total (\d+)/m.exec(await (await fetch(`${server.httpUrl}/metrics`)).text())?.[1] ?? NaN)
  try {
    const admin = await signIn(server)
    await makeProject(server, admin, project)
    const request = async (): Promise<number> => {
      const startedMs = performance.now()
      await callEntity(server, 'device', 'list', { token: admin, query: { project, pageSize: '20' } })
      return performance.now() - startedMs
    }
    for (let warmUp = 0; warmUp < 50; warmUp++) await request()
    const before = await watch(server.pid, request)
    const { status, data, text } = await callEntity(server, 'accessChannel', 'create', {
      token: admin,
      body: {
        project,
        values: {
          name: 'Bench',
          transport: 'opcua',
          endpoint: `opc.tcp://127.0.0.1:${port}`,
          security: 'none',
          intervalS: 60,
          isEnabled: true,
          nodes: Array.from({ length: items }, (_, index) => ({
            source: `ns=1;s=p${index}`,
            tag: `${project}/device-${Math.floor(index / 100)}/p${index % 100}`,
          })),
        },
      },
    })
    if (status !== 200) throw new Error(text)
    const readState = async () =>
      (await call(server, 'accessChannelState.read', { token: admin, params: { id: data.id } })).data
    for (let waitedS = 0; (await readState()).goodPoints < items; waitedS++) {
      if (waitedS > 120) throw new Error(JSON.stringify({ ...(await readState()), excluded: [], faults: [] }))
      await pause(1_000)
    }
    await pause(5_000)
    const rows = await readRows()
    const changes = await readChanges(device)
    const startedMs = performance.now()
    const during = await watch(server.pid, request)
    const tookS = (performance.now() - startedMs) / 1_000
    const { pointsPerS, droppedFrames, storedFrames } = await readState()
    process.stdout.write(
      `${JSON.stringify({
        measure: 'opcua',
        items,
        changesPerS: Math.round(((await readChanges(device)) - changes) / tookS),
        receivedPerS: Math.round(pointsPerS),
        storedPerS: Math.round(((await readRows()) - rows) / tookS),
        storedFrames,
        droppedFrames,
        mainThreadPercent: during.percent,
        mainThreadIdlePercent: before.percent,
        p99Ms: during.p99Ms,
        p99IdleMs: before.p99Ms,
      })}\n`,
    )
  } finally {
    device.kill()
    await server.stop()
  }
}

/** Number of changes that the device has made so far. */
function readChanges(device: ChildProcess): Promise<number> {
  return new Promise((done) => {
    device.once('message', (message) => done(Number(message)))
    device.send('changes')
  })
}

/** CPU time of the main thread in percent of one core, and response times, over `seconds`. */
async function watch(pid: number, request: () => Promise<number>) {
  const startedMs = performance.now()
  const startTicks = readTicks(pid)
  const times: number[] = []
  while (performance.now() - startedMs < seconds * 1_000) {
    times.push(await request())
    await pause(100)
  }
  const usedS = (readTicks(pid) - startTicks) / ticksPerS
  return {
    percent: Number(((usedS / ((performance.now() - startedMs) / 1_000)) * 100).toFixed(1)),
    p99Ms: Number((times.toSorted((a, b) => a - b).at(Math.floor(times.length * 0.99)) ?? NaN).toFixed(1)),
  }
}

/** User and system time of the main thread in clock ticks. */
function readTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** An OPC UA server whose variables change in random order. */
async function serve(): Promise<void> {
  const { OPCUACertificateManager } = unwrap(await import('node-opcua-certificate-manager'))
  const { OPCUAServer } = unwrap(await import('node-opcua-server'))
  const { DataType, StatusCodes, Variant } = unwrap(await import('node-opcua-client'))
  const directory = await mkdtemp(join(tmpdir(), 'mimic-opcua-bench-'))
  process.once('SIGTERM', () => void removeDirectory(directory).finally(() => process.exit(0)))
  const serverCertificateManager = new OPCUACertificateManager({ rootFolder: directory, name: '' })
  await serverCertificateManager.initialize()
  const server = new OPCUAServer({ port: 0, serverCertificateManager })
  await server.initialize()
  const namespace = server.engine.addressSpace?.getOwnNamespace()
  if (!namespace) throw new Error('no address space')
  const variables = Array.from({ length: items }, (_, index) =>
    namespace.addVariable({
      organizedBy: server.engine.addressSpace?.rootFolder.objects,
      browseName: `p${index}`,
      nodeId: `s=p${index}`,
      dataType: 'Double',
      value: new Variant({ dataType: DataType.Double, value: index }),
    }),
  )
  await server.start()
  let changes = 0
  const startedMs = performance.now()
  setInterval(() => {
    for (const due = ((performance.now() - startedMs) * changesPerS) / 1_000; changes < due; changes++)
      variables[Math.floor(Math.random() * items)]?.setValueFromSource(
        { dataType: DataType.Double, value: Math.random() * 100 },
        StatusCodes.Good,
      )
  }, roundMs)
  process.on('message', () => process.send?.(changes))
  process.send?.(server.endpoints[0]?.port ?? 0)
}
