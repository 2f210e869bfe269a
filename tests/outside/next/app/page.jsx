import Link from 'next/link'
import { Counter } from './counter'
export default function Page() { return <main><h1>First</h1><Counter /><Link href="/two">second</Link></main> }
