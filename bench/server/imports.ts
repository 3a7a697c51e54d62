import type { ImportJob } from '../../contract/entity/routes.ts'
import { limits } from '../../contract/limits.ts'
import { rounded } from '../passes.ts'
import { cpuMs } from '../../tests/support/server/cpu.ts'
import type { Client } from './client.ts'
import { areaTitle, cabinets, cabinetTitle, project, seconds } from './fill.ts'
import type { Figure } from './report.ts'

/** Imports a sheet of poles like the console: check, start, and progress polling at the console's interval. */
export async function measureImport(
  one: Client,
  others: Client,
  pid: number,
  rows: number,
  log: (line: string) => void,
): Promise<Figure[]> {
  const sheet = createSheet(rows)
  const from = performance.now()
  const cpu = cpuMs(pid)
  const checked = await one.send<ImportJob>('POST', '/api/poles/imports', { project, rows: sheet })
  if (checked.status !== 200 || checked.data.faultCount > 0)
    throw new Error(`the sheet was refused: ${checked.text.slice(0, 500)}`)
  const checkS = seconds(from)
  const { id } = checked.data
  await one.send('POST', `/api/poles/imports/${id}/start`, {})
  let maxMs = 0
  for (let job = checked.data; job.state === 'checked' || job.state === 'running';) {
    await new Promise((done) => {
      setTimeout(done, limits.entity.importPollMs)
    })
    maxMs = Math.max(maxMs, (await others.get(`/api/devices?project=${project}`)).ms)
    job = (await one.get<ImportJob>(`/api/poles/imports/${id}`)).data
    if (job.state === 'failed' || job.state === 'stopped') throw new Error(`the import ${job.state}`)
  }
  const wholeS = seconds(from)
  log(
    `${rows} poles: checked in ${checkS} s, all written after ${wholeS} s; the longest list meanwhile ${maxMs.toFixed(0)} ms`,
  )
  return [
    {
      measure: `import of ${rows} poles`,
      value: wholeS,
      unit: 's',
      max: 30,
      checkS,
      cpuMs: Math.round(cpuMs(pid) - cpu),
    },
    { measure: 'import: the longest list of devices meanwhile', value: rounded(maxMs), unit: 'ms' },
  ]
}

export const createSheet = (rows: number) =>
  Array.from({ length: rows }, (_, n) => ({
    name: `灯杆 ${n}`,
    address: `p-${n}`,
    area: areaTitle,
    cabinet: cabinetTitle(n % cabinets),
    channel: 'PLC (power-line carrier)',
    kind: 'Single CCT dim',
    protocol: 'ModBus',
    workMode: 'Timetable',
    factoryNumber: `F-${n}`,
    longitude: 114 + (n % 1000) / 1000,
    latitude: 22.5,
    dimming: 80,
    colorTemperature: 40,
  }))
