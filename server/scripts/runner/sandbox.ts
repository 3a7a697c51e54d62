import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import type { Limits } from './limits.ts'
import { readRuntimeFiles } from './runtimeFiles.ts'

export type Language = 'groovy' | 'javascript'

/** Answers a question of a run (JSON to JSON) before it goes on. */
export type Ask = (question: string) => string

/** How a run ended. Only `ended` has a result: JSON, and the payload if the run changed it. `broken` and `memory` leave an engine that must be replaced. */
export type Ending =
  | { readonly kind: 'ended'; readonly json: string; readonly payload?: string; readonly steps: number }
  | { readonly kind: 'steps' | 'time' | 'memory' | 'broken'; readonly steps: number; readonly message: string }

const pageBytes = 65_536
const megabyte = 1_048_576
/** Steps between two calls of the interrupt handler of QuickJS. */
const stepsPerCheck = 10_000
/** The stack of the engine; the stack of the process must hold it with the frames of WebAssembly. */
const stackBytes = 256 * 1_024
const maxJobs = 10_000
/** Time to load a script with its runtime. */
const loadMs = 10_000

/** Versions of one script that a runtime loads, one after the other, before a new runtime replaces it. */
const maxVersions = 100

interface Loaded {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  /** What `install` of the runtime returns, and its functions. */
  readonly entry: QuickJSHandle
  readonly execute: QuickJSHandle
  readonly again: QuickJSHandle
  readonly payload: QuickJSHandle
  isGroovy: QuickJSHandle
  versions: number
  /** The script is to be loaded again. */
  isStale: boolean
}

/** Scripts in one WebAssembly memory with a fixed maximum, each in a runtime of its own without access to anything outside. */
export class Sandbox {
  private readonly module: QuickJSWASMModule
  private readonly limits: Limits
  private readonly ask: Ask
  private readonly files = readRuntimeFiles()
  private readonly loaded = new Map<string, Loaded>()
  private steps = 0
  private deadline = 0
  private stopped: 'steps' | 'time' | undefined

  private constructor(module: QuickJSWASMModule, limits: Limits, ask: Ask) {
    this.module = module
    this.limits = limits
    this.ask = ask
  }

  static async create(limits: Limits, ask: Ask): Promise<Sandbox> {
    const wasmMemory = new WebAssembly.Memory({
      initial: 256,
      maximum: Math.floor((limits.memoryMb * megabyte) / pageBytes),
    })
    return new Sandbox(await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory })), limits, ask)
  }

  has(script: string): boolean {
    return this.loaded.get(script)?.isStale === false
  }

  /** Makes a script ready to run. Returns the message of a syntax error, with its generated line, or undefined. */
  load(
    script: string,
    language: Language,
    code: string,
  ): { readonly message: string; readonly line: number; readonly column: number } | undefined {
    const found = this.loaded.get(script) ?? this.create(script)
    this.startCounting(loadMs)
    const problem = this.evaluate(found.context, found.entry, language, code)
    if (problem) {
      // A text that is no script leaves nothing behind, but one that was too large may.
      if (problem.message === 'out of memory' || this.stopped !== undefined) this.unload(script)
      else this.retire(script)
      return problem
    }
    found.isGroovy = language === 'groovy' ? found.context.true : found.context.false
    found.isStale = false
    return undefined
  }

  /** Makes a runtime for a script. This takes a hundred times as long as loading the script. */
  private create(script: string): Loaded {
    const [oldest] = this.loaded.keys()
    if (this.loaded.size >= this.limits.scripts && oldest !== undefined) this.unload(oldest)
    const runtime = this.module.newRuntime()
    runtime.setMemoryLimit(this.limits.scriptMemoryMb * megabyte)
    runtime.setMaxStackSize(stackBytes)
    runtime.setInterruptHandler(this.check)
    this.startCounting(loadMs)
    const context = runtime.newContext()
    const entry = this.install(runtime, context)
    const [execute, again, payload] = (['execute', 'again', 'payload'] as const).map((name) =>
      context.getProp(entry, name),
    )
    if (!execute || !again || !payload) throw new Error('the runtime is incomplete')
    const made = {
      runtime,
      context,
      entry,
      execute,
      again,
      payload,
      isGroovy: context.true,
      versions: 0,
      isStale: true,
    }
    this.loaded.set(script, made)
    return made
  }

  /** Marks a script as changed: its next version is loaded into the same runtime, in which nothing of this one is left. */
  retire(script: string): void {
    const found = this.loaded.get(script)
    if (found === undefined) return
    found.isStale = true
    if (++found.versions >= maxVersions) this.unload(script)
  }

  unload(script: string): void {
    const found = this.loaded.get(script)
    if (found === undefined) return
    this.loaded.delete(script)
    for (const handle of [found.entry, found.execute, found.again, found.payload]) handle.dispose()
    found.context.dispose()
    found.runtime.dispose()
  }

  /**
   * Runs a loaded script on a message: JSON without its payload, and the payload, which is passed as it is. `isExact`:
   * JSON.parse keeps the payload exactly.
   */
  run(script: string, json: string, payload?: string, isExact = false): Ending {
    const found = this.loaded.get(script)
    if (found === undefined) throw new Error(`the script ${script} is not loaded`)
    this.loaded.delete(script)
    this.loaded.set(script, found)
    this.startCounting()
    try {
      const order = writeOrder(json, payload, isExact)
      const ending = this.call(found, found.execute, found.context.newString(order), found.isGroovy)
      return found.runtime.hasPendingJob() ? this.finishJobs(script, found, ending) : ending
    } catch (cause) {
      // The host's stack, or the engine itself: its memory may be damaged.
      return { kind: 'broken', steps: this.steps, message: String(cause) }
    }
  }

  /** Promises of the script run until none is left; then the result is read again. */
  private finishJobs(script: string, found: Loaded, ending: Ending): Ending {
    const done = found.runtime.executePendingJobs(maxJobs)
    const isFailed = done.error !== undefined
    if (done.error) done.error.dispose()
    const isLeft = found.runtime.hasPendingJob()
    const last =
      ending.kind === 'ended' && this.stopped === undefined
        ? this.call(found, found.again, isFailed ? found.context.true : found.context.false)
        : ending
    if (isLeft || isFailed) this.unload(script)
    return this.stopped === undefined ? last : { kind: this.stopped, steps: this.steps, message: '' }
  }

  private call(found: Loaded, target: QuickJSHandle, ...args: readonly QuickJSHandle[]): Ending {
    const { context } = found
    const result = context.callFunction(target, context.undefined, ...args)
    args[0]?.dispose()
    if (!result.error) {
      const text = context.getString(result.value)
      result.value.dispose()
      const [json = '', length, ...rest] = text.split(mark)
      if (length === undefined) return { kind: 'ended', json, steps: this.steps }
      const raw = rest.join(mark)
      return {
        kind: 'ended',
        json,
        payload: raw.length === Number(length) ? raw : this.readPayload(found),
        steps: this.steps,
      }
    }
    const error = result.error
    const message = context.getProp(error, 'message').consume((handle) => context.getString(handle))
    error.dispose()
    if (this.stopped !== undefined) return { kind: this.stopped, steps: this.steps, message }
    return { kind: message === 'out of memory' ? 'memory' : 'broken', steps: this.steps, message }
  }

  /** A payload with characters that no C string has, such as the zero character. */
  private readPayload({ context, payload }: Loaded): string {
    const result = context.unwrapResult(context.callFunction(payload, context.undefined))
    return JSON.parse(result.consume((handle) => context.getString(handle))) as string
  }

  private startCounting(timeMs = this.limits.timeMs): void {
    this.steps = 0
    this.stopped = undefined
    this.deadline = performance.now() + timeMs
  }

  private readonly check = (): boolean => {
    this.steps += stepsPerCheck
    if (this.steps > this.limits.steps) this.stopped = 'steps'
    else if (performance.now() > this.deadline) this.stopped = 'time'
    return this.stopped !== undefined
  }

  /** Loads the runtime and returns its entry. After that the engine knows no module any more. */
  private install(runtime: QuickJSRuntime, context: QuickJSContext): QuickJSHandle {
    runtime.setModuleLoader(
      (name) => this.files.get(name) ?? { error: new Error('there are no modules') },
      (_, name) => name.replace(/^\.\//, ''),
    )
    const module = context.unwrapResult(
      context.evalCode(this.files.get('install.js') ?? '', 'install.js', { type: 'module' }),
    )
    const install = context.getProp(module, 'install')
    const ask = context.newFunction('ask', (question) => {
      const startedAt = performance.now()
      const answer = this.ask(context.getString(question))
      this.deadline += performance.now() - startedAt
      return context.newString(answer)
    })
    const entry = context.unwrapResult(context.callFunction(install, context.undefined, ask))
    for (const handle of [module, install, ask]) handle.dispose()
    runtime.setModuleLoader(
      () => ({ error: new Error('there are no modules') }),
      () => ({ error: new Error('there are no modules') }),
    )
    return entry
  }

  private evaluate(
    context: QuickJSContext,
    entry: QuickJSHandle,
    language: Language,
    code: string,
  ): { readonly message: string; readonly line: number; readonly column: number } | undefined {
    const make = context.evalCode(wrapCode(language, code), 'script')
    if (make.error) return readError(context, make.error, language)
    // A second reading inside a block, so that code cannot close the function around it.
    if (language === 'javascript') {
      const twice = context.evalCode(wrapCode(language, `if (1) {${code}\n}`), 'script')
      if (twice.error) return readError(context, twice.error, language)
      twice.value.dispose()
    }
    const load = context.getProp(entry, 'load')
    const done = context.callFunction(
      load,
      context.undefined,
      make.value,
      language === 'groovy' ? context.true : context.false,
    )
    make.value.dispose()
    load.dispose()
    if (done.error) return readError(context, done.error, language)
    done.value.dispose()
    return undefined
  }
}

const headLength = 8
/** An order as `begin` of the runtime reads it. */
function writeOrder(json: string, payload: string | undefined, isExact: boolean): string {
  const head = String(json.length).padStart(headLength)
  if (payload === undefined) return `${head}-${json}`
  // The engine takes C strings of valid UTF-8. Surrogates may be alone, and are rare.
  if (payload.includes('\0') || /[\ud800-\udfff]/.test(payload)) return `${head}"${json}${JSON.stringify(payload)}`
  return `${head}${isExact ? '=' : '~'}${json}${payload}`
}
/** Separates the parts of a result; JSON has no control character. */
const mark = '\u0001'

/** Names of the runtime that generated code uses, on the line of the script's first line so that line numbers stay. */
function wrapCode(language: Language, code: string): string {
  return language === 'groovy'
    ? `(function (groovy) { 'use strict'; const {${generatedNames}} = groovy; ${code}\n})`
    : `(function (msgContext, sceneContext, tags, history, devices, alarms, log, console) { return function () { 'use strict'; ${code}\n} })`
}

const generatedNames = [
  'add',
  'sub',
  'mul',
  'div',
  'rem',
  'pow',
  'shiftLeft',
  'shiftRight',
  'shiftRightUnsigned',
  'and',
  'or',
  'xor',
  'spaceship',
  'find',
  'matches',
  'equal',
  'notEqual',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'same',
  'notSame',
  'isIn',
  'isNotIn',
  'negate',
  'positive',
  'complement',
  'next',
  'previous',
  'truth',
  'iterate',
  'isCase',
  'isInstance',
  'range',
  'newMap',
  'joinMaps',
  'at',
  'atSafe',
  'call',
  'call0',
  'call1',
  'call2',
  'call3',
  'changeAt',
  'changeProperty',
  'getProperty',
  'getPropertySafe',
  'invoke',
  'item',
  'methodOf',
  'tableMethod',
  'absent',
  'getterOf',
  'setterOf',
  'setAt',
  'setProperty',
  'spread',
  'withDefaults',
  'argument',
  'cast',
  'castTo',
  'coerce',
  'create',
  'caught',
  'isException',
  'print',
  'printf',
  'println',
  'bigInteger',
  'decimal',
  'double',
  'template',
  'text',
  'makeJsonObject',
  'JSONArray',
  'first',
  'shared',
  'classOf',
  'throwable',
  'assertion',
  'statics',
  'msgContext',
  'sceneContext',
  'tags',
  'history',
  'devices',
  'alarms',
  'log',
].join(', ')

const before: Readonly<Record<Language, number>> = {
  groovy: wrapCode('groovy', '').length - 3,
  javascript: wrapCode('javascript', '').length - 5,
}

function readError(
  context: QuickJSContext,
  error: QuickJSHandle,
  language: Language,
): { readonly message: string; readonly line: number; readonly column: number } {
  const read = (name: string): string => context.getProp(error, name).consume((handle) => context.getString(handle))
  const message = read('message')
  const at = /script:(\d+)(?::(\d+))?/.exec(read('stack'))
  error.dispose()
  const [line, column] = [Number(at?.[1] ?? 1), Number(at?.[2] ?? 1)]
  return { message, line, column: line === 1 ? Math.max(1, column - before[language]) : column }
}
