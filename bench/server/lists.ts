import { percentile, rounded } from '../passes.ts'
import { cpuMs } from '../../tests/support/server/cpu.ts'
import type { Client } from './client.ts'
import { project } from './fill.ts'
import type { Figure } from './report.ts'

interface Page {
  readonly rows: readonly { readonly id: string }[]
  readonly total: number
  readonly atLeast?: true
}

const bound = { atMost: 100 }

/** Requests pages of the device list one after another and measures from the call to the last byte. */
export async function measureLists(
  client: Client,
  pid: number,
  rows: number,
  runs: number,
  log: (line: string) => void,
): Promise<Figure[]> {
  const pages = Math.floor((rows * 0.9) / 20)
  const projectQuery = `project=${project}`
  const cases: readonly (readonly [string, string])[] = [
    ['page 1 by name', projectQuery],
    ['page 1 by name, all projects', ''],
    ['page 1, newest first', `${projectQuery}&sort=-createdAt`],
    ['page 1, last online first', `${projectQuery}&sort=-lastOnlineAt`],
    ['page 1 by status', `${projectQuery}&sort=status`],
    ['page 50 of 50 rows', `${projectQuery}&page=50&pageSize=50`],
    [`page ${Math.floor(pages / 2)}, the middle`, `${projectQuery}&page=${Math.floor(pages / 2)}`],
    [`page ${pages}, the last`, `${projectQuery}&page=${pages}`],
    ['the middle, all projects, newest first', `page=${Math.floor(rows / 40)}&sort=-createdAt`],
    ['filter: online (85 in 100)', `${projectQuery}&filter[status]=3`],
    ['filter: not activated (5 in 100)', `${projectQuery}&filter[status]=1`],
    ['filter: disabled (1 in 100), by serial', `${projectQuery}&filter[status]=2&sort=serial`],
    ['filter: two states, page 300', `${projectQuery}&filter[status]=1,4&page=300`],
    ['filter: disabled and online long ago', `${projectQuery}&filter[status]=2&sort=lastOnlineAt`],
    ['search: part of a name all have (路灯)', `${projectQuery}&search=路灯`],
    ['search: part of a name, one row', `${projectQuery}&search=${encodeURIComponent(`Lamp ${rows - 77}`)}`],
    ['search: part of a number, one row', `${projectQuery}&search=${String(Math.floor(rows / 3)).padStart(8, '0')}`],
    ['search: three digits, many rows', `${projectQuery}&search=482`],
    ['search: an address (1 in 977)', `${projectQuery}&search=${encodeURIComponent('大道 976')}`],
    ['search: two Chinese characters, 1 in 500', `${projectQuery}&search=隧道`],
    ['search: nothing fits', `${projectQuery}&search=zq`],
    ['search and filter', `${projectQuery}&search=482&filter[status]=2`],
    ['search in all projects, newest first', 'search=harbour&sort=-createdAt'],
  ]
  const figures: Figure[] = []
  for (const [name, query] of cases) {
    const path = `/api/devices?${query}`
    const times: number[] = []
    let found = ''
    let cpu = cpuMs(pid)
    for (let run = 0; run < runs; run++) {
      const { status, data, ms, text } = await client.get<Page>(encodeURI(decodeURIComponent(path)))
      if (status !== 200) throw new Error(`${name}: ${text}`)
      found = `${data.rows.length} of ${data.total}${data.atLeast ? '+' : ''}`
      times.push(ms)
      if (run === 0) cpu = cpuMs(pid) // the first run also fills the caches
    }
    const each = runs > 1 ? Math.round(((cpuMs(pid) - cpu) / (runs - 1)) * 10) / 10 : Number.NaN
    const [first = 0] = times
    const value = rounded(percentile(times, 0.95))
    log(
      `${name.padEnd(44)} p50 ${percentile(times, 0.5).toFixed(1).padStart(7)}  p95 ${value.toFixed(1).padStart(7)}  first ${first.toFixed(1).padStart(7)}  cpu ${each.toFixed(1).padStart(6)} ms   ${found}`,
    )
    figures.push({
      measure: `list: ${name}`,
      value,
      unit: 'ms p95',
      ...bound,
      median: rounded(percentile(times, 0.5)),
      first: rounded(first),
      cpuMs: each,
    })
  }
  return figures
}
