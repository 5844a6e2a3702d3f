/**
 * Whether anybody of a process group can still do something. The system also counts zombies, which wait to be
 * collected by process 1, and in containers that is often a program that does so late or never.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Only a system with /proc, as Linux, tells zombies apart; elsewhere they count. */
export function hasLiveMembers(groupId: number): boolean {
  if (!hasMembers(groupId)) return false;
  if (process.platform !== "linux") return true;
  try {
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isLiveMember(name, groupId));
  } catch {
    return true;
  }
}

function hasMembers(groupId: number): boolean {
  try {
    return process.kill(-groupId, 0);
  } catch (error) {
    // Members who have taken another user's identity are there, and out of reach.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isLiveMember(pid: string, groupId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): pid (comm) state ppid pgrp …, and the name of a program may hold blanks and parentheses.
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(group) === groupId && state !== "Z" && state !== "X";
  } catch {
    // It has ended since it was listed.
    return false;
  }
}
