import type { Client, PublishPacket } from 'aedes'
import { isDown, parseTopic, type Topic } from '../../contract/telemetry/index.ts'
import type { Committer } from './committer.ts'
import { mayPublish } from './grant.ts'
import type { IncomingAck, IncomingFrame, IncomingProgress, IncomingState, Intake } from './intake.ts'
import { News } from './news.ts'
import { bytesOf } from './packets.ts'
import type { Presence } from './presence.ts'
import type { SessionOf } from './session.ts'

/** Ends a publication: acknowledged, or with an error, which closes the connection. */
export type Settle = (error?: Error | null) => void

interface AdmissionParts {
  readonly sessionOf: SessionOf
  readonly intake: Intake
  readonly committer: Committer<IncomingFrame>
  readonly presence: Presence
  readonly now: () => number
}

/** The way in: who may say it, how fast, what is stored of it, and who is told. */
export class Admission {
  readonly acks = new News<IncomingAck>()
  readonly frames = new News<IncomingFrame>()
  readonly states = new News<IncomingState>()
  readonly progress = new News<IncomingProgress>()
  received = 0
  refused = 0
  throttled = 0
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /**
   * The one hook that aedes asks before it writes PUBACK or PUBREC, so history is committed here. An error closes the
   * connection without an acknowledgement, and the sender sends again.
   */
  publish(client: Client | null, packet: PublishPacket, done: Settle): void {
    const { sessionOf, now } = this.#parts
    const session = client === null ? undefined : sessionOf(client)
    const topic = parseTopic(packet.topic)
    const isWill = client?.closed === true
    if (!session?.grant || topic === null || !mayPublish(session.grant, topic) || (session.isRevoked && !isWill)) {
      this.refused++
      done(new Error(`may not publish ${packet.topic.slice(0, 200)}`))
      return
    }
    this.received++
    session.received++
    const rate = session.rate(now())
    if (packet.qos > 0) {
      const waitMs = rate.takeLater(now())
      if (waitMs > 0) setTimeout(() => this.#admit(topic, packet, done), waitMs)
      else this.#admit(topic, packet, done)
    } else if (rate.take(now())) this.#admit(topic, packet, done)
    else {
      this.throttled++
      leaveOut(packet)
      done()
    }
  }

  /** What came in at the external broker goes the same way; `passOn` sends it on to the browsers here. */
  takeExternal(name: string, payload: Buffer, qos: 0 | 1 | 2, done: Settle, passOn: (topic: string, retain: boolean) => void): void {
    const topic = parseTopic(name)
    if (topic === null || isDown(topic) || topic.kind === 'beacon') return done()
    this.received++
    const packet = { topic: name, payload, qos, retain: false }
    this.#admit(topic, packet, (error) => {
      done(error)
      if (!error) passOn(packet.topic, packet.retain)
    })
  }

  /** Reads a publication, stores what is to be stored, tells the services, and lets it go on to the browsers. */
  #admit(topic: Topic, packet: Pick<PublishPacket, 'topic' | 'payload' | 'qos' | 'retain'>, done: Settle): void {
    const { intake, committer, presence } = this.#parts
    const incoming = intake.read(topic, bytesOf(packet.payload), packet.qos > 0)
    packet.retain = incoming.kind === 'values' || incoming.kind === 'state' || incoming.kind === 'gateway'
    switch (incoming.kind) {
      case 'malformed':
        leaveOut(packet)
        break
      case 'values': {
        const { frame } = incoming
        if (frame.acknowledged) {
          committer.add(frame, frame.points.length, (error) => {
            if (error === undefined) this.frames.tell(frame)
            done(error)
          })
          return
        }
        committer.offer(frame, frame.points.length)
        this.frames.tell(frame)
        break
      }
      case 'ack':
        this.acks.tell(incoming.ack)
        break
      case 'progress':
        this.progress.tell(incoming.progress)
        break
      case 'state':
        this.states.tell(incoming.state)
        break
      case 'gateway':
        presence.take(incoming.gateway)
        break
    }
    done()
  }
}

/** Lets aedes acknowledge a message and deliver it to nobody: this tree of topics is granted to no one. */
function leaveOut(packet: { topic: string; retain: boolean }): void {
  packet.topic = '$SYS/left-out'
  packet.retain = false
}
