import type { Words } from '../problem.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What a run wants to happen outside. The caller decides whether it may. */
export type Effect =
  | { readonly kind: 'command'; readonly device: string; readonly values: unknown }
  | { readonly kind: 'raise'; readonly key: string; readonly text: string; readonly level: string | null }
  | { readonly kind: 'clear'; readonly key: string }
  /** A scene that the host has accepted. */
  | { readonly kind: 'scene'; readonly text: string }

/** `dropped`: the queue was full. `killed`: the process did not answer and was ended. */
export type Outcome = 'done' | 'failed' | 'steps' | 'time' | 'memory' | 'killed' | 'crashed' | 'dropped'

export interface ScriptFailure {
  /** Place in the source as the user wrote it, if it is known. */
  readonly line?: number
  readonly column?: number
  /** Text of that line. */
  readonly source?: string
  /** Name of the exception, such as ArithmeticException. */
  readonly type: string
  readonly words: Words
}

export interface ScriptResult {
  readonly outcome: Outcome
  /** Time in the engine in milliseconds. */
  readonly tookMs: number
  /** Loop passes and calls, counted in ten thousands. */
  readonly steps: number
  readonly lines: readonly { readonly level: LogLevel; readonly text: string }[]
  /** Lines that were left out because there were too many. */
  readonly linesLeft: number
  /** What the script changed of the message; fields that it left alone are missing. */
  readonly changes: {
    readonly topic?: string
    readonly payload?: string
    readonly serialNumber?: string
    readonly productId?: string
    readonly protocolCode?: string
    readonly data?: Readonly<Record<string, unknown>>
  }
  /** Empty unless the run is done. */
  readonly effects: readonly Effect[]
  /** Value of the script, and whether it counts as true. */
  readonly returned: unknown
  readonly isTrue: boolean
  readonly failure?: ScriptFailure
}

/** Texts for runs that ended without an exception of the script. */
export const endings: Readonly<Record<Exclude<Outcome, 'done' | 'failed'>, Words>> = {
  steps: {
    en: 'The script was stopped: it ran too many steps. Look for a loop that does not end.',
    zh: '脚本已停止：执行步数过多，请检查是否有死循环。',
  },
  time: { en: 'The script was stopped: it took too long.', zh: '脚本已停止：运行时间过长。' },
  memory: { en: 'The script was stopped: it needs too much memory.', zh: '脚本已停止：占用内存过多。' },
  killed: { en: 'The script was ended: it did not respond.', zh: '脚本已被终止：没有响应。' },
  crashed: { en: 'The script was ended: its process ended three times.', zh: '脚本已被终止：所在进程三次异常退出。' },
  dropped: { en: 'The script did not run: too many messages are waiting.', zh: '脚本未运行：等待处理的消息过多。' },
}
