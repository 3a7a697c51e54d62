import { expose } from 'comlink'
import { createSpreadsheet } from './api.ts'

expose(createSpreadsheet())
