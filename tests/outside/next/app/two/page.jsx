import Link from 'next/link'
import { Counter } from '../counter'
import './two.css'
export default function Page() { return <main><h1>Second</h1><Counter /><Link href="/">first</Link></main> }
