import { expose } from 'comlink'
import { createTelemetry } from './api.ts'

expose(createTelemetry())
