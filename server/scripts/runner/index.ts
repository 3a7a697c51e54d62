import { compileGroovy } from '../groovy/compile.ts'
import type { Program } from '../../programs.ts'
import type { Problem } from '../problem.ts'
import { type Order, ScriptChild } from './child.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { EndKind, LoadOrder } from './protocol.ts'
import { endings, type Effect, type LogLevel, type ScriptFailure, type ScriptResult } from './results.ts'
import type { Language } from './sandbox.ts'

export type { Effect, LogLevel, Outcome, ScriptFailure, ScriptResult } from './results.ts'
export type { Language } from './sandbox.ts'

/** A message or an event, as a script sees it. */
export interface ScriptInput {
  readonly topic?: string
  readonly payload?: string
  readonly serialNumber?: string
  readonly productId?: string
  readonly protocolCode?: string
  /** Own values that earlier scripts of the same event have set. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Time of the event; the only clock of a script. */
  readonly nowMs: number
}

/** Answers questions of a run. Values are JSON; a rejection or undefined counts as null (nothing known). */
export interface ScriptHost {
  readTag(path: string): Promise<unknown>
  readHistory(path: string, minutes: number): Promise<readonly { readonly at: number; readonly value: unknown }[]>
  /** Whether the scene that belongs to the message accepts it. Must not act by itself in a dry run. */
  processScene(text: string): Promise<boolean>
}

/** A checked script. The code behind it belongs to this room. */
export interface Script {
  readonly id: string
  readonly source: string
  readonly load: LoadOrder
  /** Source line of each generated line; empty for JavaScript. */
  readonly lines: readonly number[]
}

/** A script that can run, or the problems that keep it from running. */
export type Checked =
  | { readonly script: Script; readonly problems?: undefined }
  | { readonly script?: undefined; readonly problems: readonly Problem[] }

export interface RunnerOptions {
  readonly program: Program
  readonly limits?: Partial<Limits>
  /** Child processes; scripts are spread over them by their identifier. */
  readonly children?: number
  /** Messages that may wait for each child. */
  readonly queue?: number
}

const defaultQueue = 10_000
/** Successful runs after which a stopped script runs with the others again. */
const probationRuns = 20
/** Payloads that JSON.parse keeps exactly: no decimals, long numbers or keys that it would reorder. */
const inexact = /\d[.eE]|\d{10}|"\d+"\s*:|\\u0000/

/** Starts child processes on demand and runs checked scripts in them, those of one child in the order of the calls. */
export class ScriptRunner {
  private readonly children: readonly ScriptChild[]
  /** Runs scripts that were stopped, so that they do not delay the others. */
  private readonly slow: ScriptChild
  /** Successful runs that a stopped script still needs in the slow child before it returns to the others. */
  private readonly probation = new WeakMap<LoadOrder, number>()
  private readonly queue: number
  private nextId = 1

  constructor({ program, limits, children = 1, queue = defaultQueue }: RunnerOptions) {
    const all = { ...defaultLimits, ...limits }
    this.children = Array.from({ length: children }, () => new ScriptChild(program, { ...all, isSkipping: true }))
    this.slow = new ScriptChild(program, all)
    this.queue = queue
  }

  /** Checks a script. The problems name line, column and what is offered instead. `id` is any name of the script. */
  async check(id: string, language: Language, source: string): Promise<Checked> {
    if (language === 'groovy') {
      const compiled = compileGroovy(source)
      return compiled.problems
        ? { problems: compiled.problems }
        : { script: { id, source, load: { language, code: compiled.code }, lines: compiled.lines } }
    }
    const load: LoadOrder = { language, code: source }
    const answer = JSON.parse(await this.childFor(id).check(load)) as {
      readonly message: string
      readonly line: number
      readonly column: number
    } | null
    if (answer === null) return { script: { id, source, load, lines: [] } }
    const { message } = answer
    // An error at the end of the text is found in what follows it.
    const lines = source.split(/\r\n|\r|\n/)
    const isBehind = answer.line > lines.length
    const line = isBehind ? lines.length : answer.line
    const column = isBehind ? Math.max(1, lines.at(-1)?.length ?? 1) : answer.column
    return {
      problems: [
        {
          line,
          column,
          length: 1,
          words: { en: `The script is not valid JavaScript: ${message}`, zh: `脚本不是有效的 JavaScript：${message}` },
        },
      ],
    }
  }

  /** Starts the child of a script and loads it, so that its first run does not wait. */
  prepare({ id, load }: Script): void {
    this.childFor(id).prepare(encodeURIComponent(id), load)
  }

  /** Runs a script on one message. Never rejects: whatever goes wrong is the outcome. */
  run(script: Script, input: ScriptInput, host: ScriptHost): Promise<ScriptResult> {
    const { payload, ...rest } = input
    const json = JSON.stringify(rest)
    const text = payload === undefined ? '' : `${inexact.test(payload) ? '~' : '='}${JSON.stringify(payload)}`
    return new Promise((resolve) => {
      const order: Order = {
        id: this.nextId++,
        script: encodeURIComponent(script.id),
        load: script.load,
        message: `${json.length} ${json}${text}`,
        crashes: 0,
        answer: (question) => answerQuestion(host, question),
        end: (ending) => {
          const { kind } = ending
          if (kind === 'skipped') return start(this.slow)
          this.judge(script.load, kind)
          resolve(describe(script, { ...ending, kind }))
        },
      }
      const start = (child: ScriptChild): void => {
        if (child.waiting < this.queue) child.run(order)
        else resolve(describe(script, { kind: 'dropped', timeUs: 0, steps: 0, json: '{}' }))
      }
      start(this.probation.has(script.load) ? this.slow : this.childFor(script.id))
    })
  }

  /** Returns whether a run of the script was stopped recently. */
  isSlow({ load }: Script): boolean {
    return this.probation.has(load)
  }

  /** Moves a script to the slow child when a run was stopped, and back after enough successful runs. */
  private judge(load: LoadOrder, kind: Ending['kind']): void {
    if (kind !== 'ended' && kind !== 'unloadable') this.probation.set(load, probationRuns)
    const left = this.probation.get(load)
    if (left === undefined || kind !== 'ended') return
    if (left > 1) this.probation.set(load, left - 1)
    else this.probation.delete(load)
  }

  /** Messages that wait or run, and how often a child was started again. */
  get state(): { readonly waiting: number; readonly restarts: number; readonly pids: readonly number[] } {
    const all = [...this.children, this.slow]
    const sum = (read: (child: ScriptChild) => number): number => all.reduce((total, child) => total + read(child), 0)
    return {
      waiting: sum(({ waiting }) => waiting),
      restarts: sum(({ restarts }) => restarts),
      pids: all.flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.children, this.slow].map((child) => child.stop()))
  }

  private childFor(id: string): ScriptChild {
    let hash = 0
    for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
    const child = this.children[hash % this.children.length]
    if (child === undefined) throw new Error('the runner has no child')
    return child
  }
}

type Question =
  | { readonly kind: 'tag'; readonly path: string }
  | { readonly kind: 'history'; readonly path: string; readonly minutes: number }
  | { readonly kind: 'scene'; readonly text: string }

async function answerQuestion(host: ScriptHost, json: string): Promise<string> {
  const question = JSON.parse(json) as Question
  switch (question.kind) {
    case 'tag':
      return JSON.stringify(await host.readTag(question.path)) ?? 'null'
    case 'history':
      return JSON.stringify(await host.readHistory(question.path, question.minutes)) ?? 'null'
    case 'scene':
      return JSON.stringify(await host.processScene(question.text)) ?? 'null'
  }
}

interface Ending {
  readonly kind: Exclude<EndKind, 'skipped'> | 'killed' | 'crashed' | 'dropped'
  readonly timeUs: number
  readonly steps: number
  readonly json: string
}
/** What `report` of the runtime writes. */
interface Report {
  readonly lines?: readonly { readonly level: LogLevel; readonly text: string }[]
  readonly linesLeft?: number
  readonly topic?: string
  readonly payload?: string
  readonly serialNumber?: string
  readonly productId?: string
  readonly protocolCode?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly effects?: readonly Effect[]
  readonly returned?: unknown
  readonly isTrue?: boolean
  readonly error?: {
    readonly type: string
    readonly message: string | null
    readonly line?: number
    readonly column?: number
  }
  readonly message?: string
}

function describe(script: Script, { kind, timeUs, steps, json }: Ending): ScriptResult {
  const report = JSON.parse(json) as Report
  const { lines = [], linesLeft = 0, returned = null, isTrue = false, effects = [], error } = report
  const base = {
    tookMs: timeUs / 1_000,
    steps,
    lines,
    linesLeft,
    changes: {},
    effects: [],
    returned: null,
    isTrue: false,
  }
  if (kind === 'ended' && error === undefined)
    return { ...base, outcome: 'done', changes: readChanges(report), effects, returned, isTrue }
  if (kind === 'ended' && error?.message === 'out of memory')
    return { ...base, outcome: 'memory', failure: { type: 'memory', words: endings.memory } }
  if (error !== undefined) return { ...base, outcome: 'failed', failure: readFailure(script, error) }
  if (kind === 'unloadable' || kind === 'broken' || kind === 'ended') {
    const words = { en: `The script failed: ${report.message ?? ''}`, zh: `脚本运行失败：${report.message ?? ''}` }
    return { ...base, outcome: 'failed', failure: { type: kind, words } }
  }
  return { ...base, outcome: kind, failure: { type: kind, words: endings[kind] } }
}

function readChanges({ topic, payload, serialNumber, productId, protocolCode, data }: Report): ScriptResult['changes'] {
  return Object.fromEntries(
    Object.entries({ topic, payload, serialNumber, productId, protocolCode, data }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

function readFailure(
  { source, lines }: Script,
  { type, message, line, column }: NonNullable<Report['error']>,
): ScriptFailure {
  const text = message ?? type
  if (line === undefined) return { type, words: { en: `${type}: ${text}`, zh: `${type}：${text}` } }
  const at = lines.length === 0 ? line : (lines[line - 1] ?? line)
  const written = source.split(/\r\n|\r|\n/)[at - 1] ?? ''
  return {
    type,
    line: at,
    ...(lines.length === 0 && column !== undefined ? { column } : {}),
    source: written,
    words: { en: `Line ${at}: ${type}: ${text}`, zh: `第 ${at} 行：${type}：${text}` },
  }
}
