import { makeObservable, observable, runInAction } from 'mobx'

const beepHz = 880
const beepSeconds = 0.15
/** Starts of the beeps within a period, in seconds. */
const beeps = [0, 0.25]
const periodSeconds = 2

/**
 * Repeats the alarm sound until it is stopped. Browsers allow sound only after the user has clicked or pressed a key on
 * the page; until then it is blocked.
 */
export class AlarmSound {
  isBlocked = false
  readonly #createContext: () => AudioContext
  #context: AudioContext | undefined
  #source: AudioBufferSourceNode | undefined

  constructor(createContext: () => AudioContext = () => new AudioContext()) {
    this.#createContext = createContext
    makeObservable(this, { isBlocked: observable })
  }

  /** Opens the output, so that it is known whether sound is blocked. Returns a function that closes it. */
  open(): () => void {
    const context = this.#createContext()
    this.#context = context
    const update = (): void =>
      runInAction(() => {
        this.isBlocked = context.state === 'suspended'
      })
    const resume = (): void => {
      // Resolves when the browser allows sound.
      if (context.state === 'suspended') void context.resume()
    }
    update()
    context.addEventListener('statechange', update)
    // The end of a click or key press: at its start, a button would be in its next state before it handles the click.
    document.addEventListener('click', resume)
    document.addEventListener('keyup', resume)
    return () => {
      this.stop()
      context.removeEventListener('statechange', update)
      document.removeEventListener('click', resume)
      document.removeEventListener('keyup', resume)
      // Closing only releases the device.
      void context.close()
      this.#context = undefined
    }
  }

  start(): void {
    if (this.#source || !this.#context) return
    const source = this.#context.createBufferSource()
    source.buffer = createBeeps(this.#context)
    source.loop = true
    source.connect(this.#context.destination)
    source.start()
    this.#source = source
  }

  stop(): void {
    this.#source?.stop()
    this.#source?.disconnect()
    this.#source = undefined
  }
}

function createBeeps(context: AudioContext): AudioBuffer {
  const { sampleRate } = context
  const buffer = context.createBuffer(1, periodSeconds * sampleRate, sampleRate)
  const samples = buffer.getChannelData(0)
  for (const start of beeps)
    for (let index = 0; index < beepSeconds * sampleRate; index++) {
      const second = index / sampleRate
      // Fade in and out, which avoids clicks.
      const volume = 0.3 * Math.min(1, second / 0.01, (beepSeconds - second) / 0.01)
      samples[Math.round(start * sampleRate) + index] = volume * Math.sin(2 * Math.PI * beepHz * second)
    }
  return buffer
}
