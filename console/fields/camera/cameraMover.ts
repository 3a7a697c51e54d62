/** Velocities from -1 to 1: right, up and in are positive. */
export interface Velocity {
  readonly pan: number
  readonly tilt: number
  readonly zoom: number
}

/** The camera stops by itself after two seconds, so a held button repeats its command. */
const repeatMs = 1000
const still: Velocity = { pan: 0, tilt: 0, zoom: 0 }

/**
 * Moves a camera while a button is held. Commands are sent one after the other, so that the stop is always the last.
 * A failed command ends the movement.
 */
export class CameraMover {
  readonly #send: (velocity: Velocity) => Promise<boolean>
  #timer: ReturnType<typeof setInterval> | undefined
  #queue: Promise<unknown> = Promise.resolve()

  /** `send` resolves to false if the command failed. */
  constructor(send: (velocity: Velocity) => Promise<boolean>) {
    this.#send = send
  }

  start(velocity: Velocity): void {
    this.#clear()
    this.#enqueue(velocity)
    this.#timer = setInterval(() => this.#enqueue(velocity), repeatMs)
  }

  /** Stops the camera if it was started. */
  stop(): void {
    if (this.#timer === undefined) return
    this.#clear()
    this.#enqueue(still)
  }

  #clear(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #enqueue(velocity: Velocity): void {
    this.#queue = this.#queue.then(async () => {
      // A movement that was released meanwhile is not sent any more.
      if (velocity !== still && this.#timer === undefined) return
      if (!(await this.#send(velocity))) this.#clear()
    })
  }
}
