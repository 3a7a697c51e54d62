import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

const canRun = (program: string): boolean => spawnSync(program, ['--help']).error === undefined

/** Whether the command-line clients of Mosquitto are installed. */
export const hasMosquittoClients = canRun('mosquitto_pub') && canRun('mosquitto_sub')
if (!hasMosquittoClients)
  console.error(
    '\n*** SKIPPED: tests with mosquitto_pub, because it is not installed (Debian: apt-get install mosquitto-clients) ***\n',
  )

export interface ClientResult {
  readonly code: number | null
  readonly output: string
}

/** Runs `mosquitto_pub` and resolves with its exit code and output. */
export async function mosquittoPub(args: readonly string[]): Promise<ClientResult> {
  const child = spawn('mosquitto_pub', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collectOutput(child)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output: output() }
}

/** Runs `mosquitto_sub`. `output` returns what it has printed so far. */
export function mosquittoSub(args: readonly string[]) {
  const child = spawn('mosquitto_sub', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return {
    output: collectOutput(child),
    ended,
    stop: async (): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}
