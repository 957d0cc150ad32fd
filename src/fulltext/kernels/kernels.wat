;; The loops of a search on WebAssembly: those of `query/kernels.ts`, `query/chunk-kernels.ts` and `facets/`, which say what each of them
;; is for. They must give the same results bit by bit. `npm run build:kernels` makes `kernels-binary.ts` of this file.
;;
;; All parameters that name an array are the offsets of its first byte, those of postings and columns in $segment, all others in
;; $scratch. `at` and `end` count elements.
(module
  (import "vitrine" "scratch" (memory $scratch 1))
  (import "vitrine" "segment" (memory $segment 1 65536 shared))

  ;; The part of a score that a posting is worth: weight * table[counts << 8 | lengths], rounded to the grid.
  ;; (V8 inlines this function, as it is small.)
  (func $toPart (param $posting i32) (param $length i32) (param $table i32) (param $weight f64) (param $grid f64) (result f64)
    (f64.sub
      (f64.add
        (f64.mul
          (local.get $weight)
          (f64.promote_f32 (f32.load (i32.add (local.get $table)
            (i32.shl (i32.or (i32.shl (local.get $posting) (i32.const 8)) (local.get $length)) (i32.const 2))))))
        (local.get $grid))
      (local.get $grid)))

  ;; Appends the documents of one chunk to `touched` and their scores to `keys`, which are the ends of both lists.
  (func (export "scoreChunk")
    (param $at i32) (param $end i32) (param $documents i32) (param $counts i32) (param $base i32)
    (param $lengths i32) (param $table i32) (param $weight f64) (param $grid f64) (param $touched i32) (param $keys i32)
    (local $four v128) (local $fourCounts i32) (local $document i32)
    (local.set $documents (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1))))
    (local.set $counts (i32.add (local.get $counts) (local.get $at)))
    (local.set $lengths (i32.add (local.get $lengths) (local.get $base)))
    (local.set $end (i32.sub (local.get $end) (local.get $at)))
    ;; Four postings at a time: only the look-ups are one by one.
    (block $fewer (loop $next
      (br_if $fewer (i32.lt_s (local.get $end) (i32.const 4)))
      (local.set $four (v128.load16x4_u $segment (local.get $documents)))
      (local.set $fourCounts (i32.load $segment (local.get $counts)))
      (v128.store (local.get $touched) (i32x4.add (local.get $four) (i32x4.splat (local.get $base))))
      (v128.store (local.get $keys)
        (f64x2.sub (f64x2.add (f64x2.mul (f64x2.splat (local.get $weight)) (f64x2.promote_low_f32x4
          (v128.load32_lane 1
            (i32.add (local.get $table) (i32.shl (i32.or
              (i32.and (local.get $fourCounts) (i32.const 0xff00))
              (i32.load8_u $segment (i32.add (local.get $lengths) (i32x4.extract_lane 1 (local.get $four))))) (i32.const 2)))
            (v128.load32_zero
              (i32.add (local.get $table) (i32.shl (i32.or
                (i32.shl (i32.and (local.get $fourCounts) (i32.const 0xff)) (i32.const 8))
                (i32.load8_u $segment (i32.add (local.get $lengths) (i32x4.extract_lane 0 (local.get $four))))) (i32.const 2)))))))
          (f64x2.splat (local.get $grid))) (f64x2.splat (local.get $grid))))
      (v128.store offset=16 (local.get $keys)
        (f64x2.sub (f64x2.add (f64x2.mul (f64x2.splat (local.get $weight)) (f64x2.promote_low_f32x4
          (v128.load32_lane 1
            (i32.add (local.get $table) (i32.shl (i32.or
              (i32.and (i32.shr_u (local.get $fourCounts) (i32.const 16)) (i32.const 0xff00))
              (i32.load8_u $segment (i32.add (local.get $lengths) (i32x4.extract_lane 3 (local.get $four))))) (i32.const 2)))
            (v128.load32_zero
              (i32.add (local.get $table) (i32.shl (i32.or
                (i32.and (i32.shr_u (local.get $fourCounts) (i32.const 8)) (i32.const 0xff00))
                (i32.load8_u $segment (i32.add (local.get $lengths) (i32x4.extract_lane 2 (local.get $four))))) (i32.const 2)))))))
          (f64x2.splat (local.get $grid))) (f64x2.splat (local.get $grid))))
      (local.set $documents (i32.add (local.get $documents) (i32.const 8)))
      (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
      (local.set $touched (i32.add (local.get $touched) (i32.const 16)))
      (local.set $keys (i32.add (local.get $keys) (i32.const 32)))
      (local.set $end (i32.sub (local.get $end) (i32.const 4)))
      (br $next)))
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $end)))
      (local.set $document (i32.load16_u $segment (local.get $documents)))
      (i32.store (local.get $touched) (i32.add (local.get $base) (local.get $document)))
      (f64.store (local.get $keys) (call $toPart
        (i32.load8_u $segment (local.get $counts))
        (i32.load8_u $segment (i32.add (local.get $lengths) (local.get $document)))
        (local.get $table) (local.get $weight) (local.get $grid)))
      (local.set $documents (i32.add (local.get $documents) (i32.const 2)))
      (local.set $counts (i32.add (local.get $counts) (i32.const 1)))
      (local.set $touched (i32.add (local.get $touched) (i32.const 4)))
      (local.set $keys (i32.add (local.get $keys) (i32.const 8)))
      (local.set $end (i32.sub (local.get $end) (i32.const 1)))
      (br $next))))

  ;; Appends the documents of one chunk that are not among `seen`, one bit for each. Returns how many there are.
  (func (export "scoreUnseen")
    (param $at i32) (param $end i32) (param $documents i32) (param $counts i32) (param $base i32)
    (param $lengths i32) (param $table i32) (param $weight f64) (param $grid f64)
    (param $touched i32) (param $keys i32) (param $count i32) (param $seen i32) (result i32)
    (local $low i32) (local $place i32) (local $bits i32)
    (local.set $lengths (i32.add (local.get $lengths) (local.get $base)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $low (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1)))))
      (local.set $place (i32.add (local.get $seen) (i32.and (i32.shr_u (local.get $low) (i32.const 3)) (i32.const 0x1ffc))))
      (local.set $bits (i32.load (local.get $place)))
      ;; Without a branch: a document that was seen is overwritten by the next.
      (i32.store (i32.add (local.get $touched) (i32.shl (local.get $count) (i32.const 2)))
        (i32.add (local.get $base) (local.get $low)))
      (f64.store (i32.add (local.get $keys) (i32.shl (local.get $count) (i32.const 3)))
        (call $toPart
          (i32.load8_u $segment (i32.add (local.get $counts) (local.get $at)))
          (i32.load8_u $segment (i32.add (local.get $lengths) (local.get $low)))
          (local.get $table) (local.get $weight) (local.get $grid)))
      (i32.store (local.get $place) (i32.or (local.get $bits) (i32.shl (i32.const 1) (local.get $low))))
      (local.set $count (i32.add (local.get $count)
        (i32.and (i32.const 1) (i32.xor (i32.const 1) (i32.shr_u (local.get $bits) (local.get $low))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.get $count))

  ;; Adds one chunk to the matches of the word with this bit. Returns the number of touched documents.
  ;; With `touchesNew` = 0, documents that no other word has touched are left out.
  (func (export "scatterChunk")
    (param $at i32) (param $end i32) (param $documents i32) (param $counts i32) (param $base i32)
    (param $lengths i32) (param $table i32) (param $weight f64) (param $grid f64)
    (param $masks i32) (param $scores i32) (param $touched i32) (param $count i32) (param $bit i32) (param $touchesNew i32)
    (result i32)
    (local $document i32) (local $mask i32) (local $slot i32) (local $score f64)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $document (i32.add (local.get $base)
        (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1))))))
      (local.set $slot (i32.shl (local.get $document) (i32.const 2)))
      (local.set $mask (i32.load (i32.add (local.get $masks) (local.get $slot))))
      (block $skip
        (br_if $skip (i32.and (local.get $mask) (local.get $bit)))
        (br_if $skip (i32.eqz (i32.or (local.get $mask) (local.get $touchesNew))))
        (local.set $score (call $toPart
          (i32.load8_u $segment (i32.add (local.get $counts) (local.get $at)))
          (i32.load8_u $segment (i32.add (local.get $lengths) (local.get $document)))
          (local.get $table) (local.get $weight) (local.get $grid)))
        (if (local.get $mask)
          (then (local.set $score (f64.add (local.get $score)
            (f64.promote_f32 (f32.load (i32.add (local.get $scores) (local.get $slot)))))))
          (else
            (i32.store (i32.add (local.get $touched) (i32.shl (local.get $count) (i32.const 2))) (local.get $document))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (f32.store (i32.add (local.get $scores) (local.get $slot)) (f32.demote_f64 (local.get $score)))
        (i32.store (i32.add (local.get $masks) (local.get $slot)) (i32.or (local.get $mask) (local.get $bit))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.get $count))

  ;; Writes the scores of the touched documents to `keys` and resets their masks.
  (func (export "collectScores")
    (param $touched i32) (param $count i32) (param $masks i32) (param $scores i32)
    (param $keys i32) (param $strict i32) (param $all i32) (param $lackingFactor f64)
    (local $document i32) (local $slot i32) (local $hasAll i32)
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (local.set $document (i32.load (local.get $touched)))
      (local.set $slot (i32.shl (local.get $document) (i32.const 2)))
      (local.set $hasAll (i32.eq (local.get $all)
        (i32.and (local.get $all) (i32.load (i32.add (local.get $masks) (local.get $slot))))))
      (f64.store (local.get $keys) (f64.mul
        (f64.promote_f32 (f32.load (i32.add (local.get $scores) (local.get $slot))))
        (select (f64.const 1) (local.get $lackingFactor) (local.get $hasAll))))
      (i32.store8 (i32.add (local.get $strict) (local.get $document)) (local.get $hasAll))
      (i32.store (i32.add (local.get $masks) (local.get $slot)) (i32.const 0))
      (local.set $touched (i32.add (local.get $touched) (i32.const 4)))
      (local.set $keys (i32.add (local.get $keys) (i32.const 8)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))

  ;; Drops touched documents whose words are worth less than `least`; returns how many stay.
  (func (export "keepCovering")
    (param $touched i32) (param $count i32) (param $masks i32) (param $worths i32) (param $least i32) (result i32)
    (local $from i32) (local $to i32) (local $document i32) (local $mask i32) (local $slot i32) (local $keeps i32)
    (local.set $from (local.get $touched))
    (local.set $to (local.get $touched))
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (local.set $document (i32.load (local.get $from)))
      (local.set $slot (i32.add (local.get $masks) (i32.shl (local.get $document) (i32.const 2))))
      (local.set $mask (i32.load (local.get $slot)))
      (local.set $keeps (i32.ge_u
        (i32.add
          (i32.add
            (i32.load (i32.add (local.get $worths) (i32.shl (i32.and (local.get $mask) (i32.const 255)) (i32.const 2))))
            (i32.load offset=1024 (i32.add (local.get $worths)
              (i32.shl (i32.and (i32.shr_u (local.get $mask) (i32.const 8)) (i32.const 255)) (i32.const 2)))))
          (i32.add
            (i32.load offset=2048 (i32.add (local.get $worths)
              (i32.shl (i32.and (i32.shr_u (local.get $mask) (i32.const 16)) (i32.const 255)) (i32.const 2))))
            (i32.load offset=3072 (i32.add (local.get $worths) (i32.shl (i32.shr_u (local.get $mask) (i32.const 24)) (i32.const 2))))))
        (local.get $least)))
      ;; Without a branch: whether a document stays is as good as random.
      (i32.store (local.get $to) (local.get $document))
      (local.set $to (i32.add (local.get $to) (i32.shl (local.get $keeps) (i32.const 2))))
      (i32.store (local.get $slot) (select (local.get $mask) (i32.const 0) (local.get $keeps)))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $touched)) (i32.const 2)))

  ;; Enters the documents of a list of the first word, except those that a better list has entered. Returns the number of entries.
  (func (export "enterList")
    (param $at i32) (param $end i32) (param $documents i32) (param $list i32) (param $count i32)
    (param $slots i32) (param $lows i32) (param $offsets i32) (param $lists i32) (param $stages i32) (result i32)
    (local $low i32) (local $slot i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $low (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1)))))
      (local.set $slot (i32.add (local.get $slots) (i32.shl (local.get $low) (i32.const 2))))
      (if (i32.eqz (i32.load (local.get $slot))) (then
        (i32.store16 (i32.add (local.get $lows) (i32.shl (local.get $count) (i32.const 1))) (local.get $low))
        (i32.store (i32.add (local.get $offsets) (i32.shl (local.get $count) (i32.const 2))) (local.get $at))
        (i32.store16 (i32.add (local.get $lists) (i32.shl (local.get $count) (i32.const 1))) (local.get $list))
        (i32.store8 (i32.add (local.get $stages) (local.get $count)) (i32.const 1))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (i32.store (local.get $slot) (local.get $count))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.get $count))

  ;; Scores the entries for the first word. `hits` lists them; with `hits` = 0 they are entries 0 .. count-1. `weights` are by list.
  (func (export "scoreFirst")
    (param $hits i32) (param $count i32) (param $lows i32) (param $offsets i32) (param $lists i32) (param $scores i32)
    (param $counts i32) (param $lengths i32) (param $table i32) (param $weights i32) (param $grid f64)
    (local $hit i32) (local $entry i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $hit) (local.get $count)))
      (local.set $entry (local.get $hit))
      (if (local.get $hits) (then
        (local.set $entry (i32.load (i32.add (local.get $hits) (i32.shl (local.get $hit) (i32.const 2)))))))
      (f32.store (i32.add (local.get $scores) (i32.shl (local.get $entry) (i32.const 2)))
        (f32.demote_f64 (call $toPart
          (i32.load8_u $segment (i32.add (local.get $counts)
            (i32.load (i32.add (local.get $offsets) (i32.shl (local.get $entry) (i32.const 2))))))
          (i32.load8_u $segment (i32.add (local.get $lengths)
            (i32.load16_u (i32.add (local.get $lows) (i32.shl (local.get $entry) (i32.const 1))))))
          (local.get $table)
          (f64.load (i32.add (local.get $weights)
            (i32.shl (i32.load16_u (i32.add (local.get $lists) (i32.shl (local.get $entry) (i32.const 1)))) (i32.const 3))))
          (local.get $grid))))
      (local.set $hit (i32.add (local.get $hit) (i32.const 1)))
      (br $next))))

  ;; Adds the scores of a further word to the entries that it was found in.
  (func (export "scoreHits")
    (param $hits i32) (param $count i32) (param $hitOffsets i32) (param $lows i32) (param $stages i32) (param $scores i32)
    (param $counts i32) (param $lengths i32) (param $table i32) (param $weight f64) (param $grid f64) (param $stage i32)
    (local $hit i32) (local $entry i32) (local $score i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $hit) (local.get $count)))
      (local.set $entry (i32.load (i32.add (local.get $hits) (i32.shl (local.get $hit) (i32.const 2)))))
      (local.set $score (i32.add (local.get $scores) (i32.shl (local.get $entry) (i32.const 2))))
      (f32.store (local.get $score) (f32.demote_f64 (f64.add
        (f64.promote_f32 (f32.load (local.get $score)))
        (call $toPart
          (i32.load8_u $segment (i32.add (local.get $counts)
            (i32.load (i32.add (local.get $hitOffsets) (i32.shl (local.get $hit) (i32.const 2))))))
          (i32.load8_u $segment (i32.add (local.get $lengths)
            (i32.load16_u (i32.add (local.get $lows) (i32.shl (local.get $entry) (i32.const 1))))))
          (local.get $table) (local.get $weight) (local.get $grid)))))
      (i32.store8 (i32.add (local.get $stages) (local.get $entry)) (i32.add (local.get $stage) (i32.const 1)))
      (local.set $hit (i32.add (local.get $hit) (i32.const 1)))
      (br $next))))

  ;; Writes the entries that the chunk of a further word finds to `hits` and `hitOffsets`; returns how many there are.
  (func (export "walkPostings")
    (param $at i32) (param $end i32) (param $documents i32) (param $slots i32) (param $stages i32) (param $stage i32)
    (param $hits i32) (param $hitOffsets i32) (result i32)
    (local $slot i32) (local $count i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $slot (i32.load (i32.add (local.get $slots) (i32.shl
        (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1)))) (i32.const 2)))))
      (if (local.get $slot) (then
        (local.set $slot (i32.sub (local.get $slot) (i32.const 1)))
        (i32.store (i32.add (local.get $hits) (i32.shl (local.get $count) (i32.const 2))) (local.get $slot))
        (i32.store (i32.add (local.get $hitOffsets) (i32.shl (local.get $count) (i32.const 2))) (local.get $at))
        (local.set $count (i32.add (local.get $count)
          (i32.eq (i32.load8_u (i32.add (local.get $stages) (local.get $slot))) (local.get $stage))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.get $count))

  ;; The postings of documents that two chunks share, where the second is some times longer: it is skipped eight postings at a time.
  ;; Returns how many there are.
  (func (export "skipSecond")
    (param $at i32) (param $end i32) (param $index i32) (param $secondEnd i32) (param $documents i32)
    (param $offsets i32) (param $hitOffsets i32) (result i32)
    (local $low i32) (local $count i32) (local $lastStep i32)
    (local.set $lastStep (i32.sub (local.get $secondEnd) (i32.const 8)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $low (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $at) (i32.const 1)))))
      (block $found (loop $step
        (br_if $found (i32.gt_s (local.get $index) (local.get $lastStep)))
        (br_if $found (i32.ge_u
          (i32.load16_u $segment offset=14 (i32.add (local.get $documents) (i32.shl (local.get $index) (i32.const 1))))
          (local.get $low)))
        (local.set $index (i32.add (local.get $index) (i32.const 8)))
        (br $step)))
      (if (i32.le_s (local.get $index) (local.get $lastStep))
        (then
          ;; The last of the eight is not below, so the number of those below is where the first other one is.
          (local.set $index (i32.add (local.get $index) (i32.popcnt (i16x8.bitmask (i16x8.lt_u
            (v128.load $segment (i32.add (local.get $documents) (i32.shl (local.get $index) (i32.const 1))))
            (i16x8.splat (local.get $low))))))))
        (else
          (block $reached (loop $step
            (br_if $reached (i32.ge_s (local.get $index) (local.get $secondEnd)))
            (br_if $reached (i32.ge_u
              (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $index) (i32.const 1))))
              (local.get $low)))
            (local.set $index (i32.add (local.get $index) (i32.const 1)))
            (br $step)))
          (br_if $done (i32.eq (local.get $index) (local.get $secondEnd)))))
      (i32.store (i32.add (local.get $offsets) (i32.shl (local.get $count) (i32.const 2))) (local.get $at))
      (i32.store (i32.add (local.get $hitOffsets) (i32.shl (local.get $count) (i32.const 2))) (local.get $index))
      (local.set $count (i32.add (local.get $count) (i32.eq (local.get $low)
        (i32.load16_u $segment (i32.add (local.get $documents) (i32.shl (local.get $index) (i32.const 1)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.get $count))

  ;; Appends the entries of the last stage to the matches and clears the slots. Returns the number of matches.
  (func (export "leaveChunk")
    (param $count i32) (param $stage i32) (param $base i32) (param $slots i32) (param $lows i32) (param $stages i32)
    (param $scores i32) (param $touched i32) (param $keys i32) (param $matchCount i32) (result i32)
    (local $entry i32) (local $low i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $entry) (local.get $count)))
      (local.set $low (i32.load16_u (i32.add (local.get $lows) (i32.shl (local.get $entry) (i32.const 1)))))
      (i32.store (i32.add (local.get $slots) (i32.shl (local.get $low) (i32.const 2))) (i32.const 0))
      (if (i32.eq (i32.load8_u (i32.add (local.get $stages) (local.get $entry))) (local.get $stage)) (then
        (i32.store (i32.add (local.get $touched) (i32.shl (local.get $matchCount) (i32.const 2)))
          (i32.add (local.get $base) (local.get $low)))
        (f64.store (i32.add (local.get $keys) (i32.shl (local.get $matchCount) (i32.const 3)))
          (f64.promote_f32 (f32.load (i32.add (local.get $scores) (i32.shl (local.get $entry) (i32.const 2))))))
        (local.set $matchCount (i32.add (local.get $matchCount) (i32.const 1)))))
      (local.set $entry (i32.add (local.get $entry) (i32.const 1)))
      (br $next)))
    (local.get $matchCount))

  ;; Whether match `left` ranks below match `right`: a smaller key, or the same key and a larger document.
  (func $isWorse (param $left i32) (param $right i32) (param $documents i32) (param $keys i32) (result i32)
    (local $leftKey f64) (local $rightKey f64)
    (local.set $leftKey (f64.load (i32.add (local.get $keys) (i32.shl (local.get $left) (i32.const 3)))))
    (local.set $rightKey (f64.load (i32.add (local.get $keys) (i32.shl (local.get $right) (i32.const 3)))))
    (i32.or
      (f64.lt (local.get $leftKey) (local.get $rightKey))
      (i32.and
        (f64.eq (local.get $leftKey) (local.get $rightKey))
        (i32.gt_u
          (i32.load (i32.add (local.get $documents) (i32.shl (local.get $left) (i32.const 2))))
          (i32.load (i32.add (local.get $documents) (i32.shl (local.get $right) (i32.const 2))))))))

  ;; Restores the heap of `size` matches below `at`: every parent ranks below its children.
  (func $sink (param $heap i32) (param $size i32) (param $at i32) (param $documents i32) (param $keys i32)
    (local $moved i32) (local $child i32) (local $index i32) (local $other i32)
    (local.set $moved (i32.load (i32.add (local.get $heap) (i32.shl (local.get $at) (i32.const 2)))))
    (block $done (loop $next
      (local.set $child (i32.add (i32.shl (local.get $at) (i32.const 1)) (i32.const 1)))
      (br_if $done (i32.ge_u (local.get $child) (local.get $size)))
      (local.set $index (i32.load (i32.add (local.get $heap) (i32.shl (local.get $child) (i32.const 2)))))
      (if (i32.lt_u (i32.add (local.get $child) (i32.const 1)) (local.get $size)) (then
        (local.set $other (i32.load offset=4 (i32.add (local.get $heap) (i32.shl (local.get $child) (i32.const 2)))))
        (if (call $isWorse (local.get $other) (local.get $index) (local.get $documents) (local.get $keys)) (then
          (local.set $child (i32.add (local.get $child) (i32.const 1)))
          (local.set $index (local.get $other))))))
      (br_if $done (i32.eqz (call $isWorse (local.get $index) (local.get $moved) (local.get $documents) (local.get $keys))))
      (i32.store (i32.add (local.get $heap) (i32.shl (local.get $at) (i32.const 2))) (local.get $index))
      (local.set $at (local.get $child))
      (br $next)))
    (i32.store (i32.add (local.get $heap) (i32.shl (local.get $at) (i32.const 2))) (local.get $moved)))

  ;; The first index from `index` on, four at a time, where not all of four keys are below `bound`, or less than four are left.
  (func $skipBelow (param $keys i32) (param $index i32) (param $count i32) (param $bound f64) (result i32)
    (local $key i32)
    (block $stop (loop $skip
      (br_if $stop (i32.gt_u (i32.add (local.get $index) (i32.const 4)) (local.get $count)))
      (local.set $key (i32.add (local.get $keys) (i32.shl (local.get $index) (i32.const 3))))
      (br_if $stop (i32.eqz (i64x2.all_true (v128.and
        (f64x2.lt (v128.load (local.get $key)) (f64x2.splat (local.get $bound)))
        (f64x2.lt (v128.load offset=16 (local.get $key)) (f64x2.splat (local.get $bound)))))))
      (local.set $index (i32.add (local.get $index) (i32.const 4)))
      (br $skip)))
    (local.get $index))

  ;; Writes the indexes of the `size` best matches whose keys are at least `least` to `heap`, best first. Returns how many there are; if
  ;; there are fewer than `size`, they are in no order.
  (func (export "pickBest")
    (param $documents i32) (param $keys i32) (param $count i32) (param $heap i32) (param $size i32) (param $least f64)
    (result i32)
    (local $at i32) (local $worst f64) (local $index i32) (local $picked i32)
    (block $filled (loop $fill
      (br_if $filled (i32.eq (local.get $picked) (local.get $size)))
      (local.set $index (call $skipBelow (local.get $keys) (local.get $index) (local.get $count) (local.get $least)))
      (if (i32.ge_u (local.get $index) (local.get $count)) (then (return (local.get $picked))))
      (i32.store (i32.add (local.get $heap) (i32.shl (local.get $picked) (i32.const 2))) (local.get $index))
      (local.set $picked (i32.add (local.get $picked) (f64.ge
        (f64.load (i32.add (local.get $keys) (i32.shl (local.get $index) (i32.const 3)))) (local.get $least))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $fill)))
    (local.set $at (i32.shr_u (local.get $size) (i32.const 1)))
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $at)))
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (call $sink (local.get $heap) (local.get $size) (local.get $at) (local.get $documents) (local.get $keys))
      (br $next)))
    (local.set $worst (f64.load (i32.add (local.get $keys) (i32.shl (i32.load (local.get $heap)) (i32.const 3)))))
    (block $done (loop $next
      (local.set $index (call $skipBelow (local.get $keys) (local.get $index) (local.get $count) (local.get $worst)))
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (block $worse
        (br_if $worse (f64.lt
          (f64.load (i32.add (local.get $keys) (i32.shl (local.get $index) (i32.const 3)))) (local.get $worst)))
        (br_if $worse (call $isWorse (local.get $index) (i32.load (local.get $heap)) (local.get $documents) (local.get $keys)))
        (i32.store (local.get $heap) (local.get $index))
        (call $sink (local.get $heap) (local.get $size) (i32.const 0) (local.get $documents) (local.get $keys))
        (local.set $worst (f64.load (i32.add (local.get $keys) (i32.shl (i32.load (local.get $heap)) (i32.const 3))))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next)))
    ;; The worst leaves the heap first, and takes the last place.
    (block $done (loop $next
      (br_if $done (i32.lt_u (local.get $size) (i32.const 2)))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (local.set $at (i32.add (local.get $heap) (i32.shl (local.get $size) (i32.const 2))))
      (local.set $index (i32.load (local.get $heap)))
      (i32.store (local.get $heap) (i32.load (local.get $at)))
      (i32.store (local.get $at) (local.get $index))
      (call $sink (local.get $heap) (local.get $size) (i32.const 0) (local.get $documents) (local.get $keys))
      (br $next)))
    (local.get $picked))

  ;; Counts the only ordinal of each document. `width` is 1, 2 or 4 bytes an ordinal.
  (func (export "countDense")
    (param $documents i32) (param $count i32) (param $ordinals i32) (param $width i32) (param $counts i32)
    (local $end i32) (local $document i32) (local $target i32)
    (local.set $end (i32.add (local.get $documents) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $documents) (local.get $end)))
      (local.set $document (i32.load (local.get $documents)))
      (if (i32.eq (local.get $width) (i32.const 1))
        (then (local.set $target (i32.load8_u $segment (i32.add (local.get $ordinals) (local.get $document)))))
        (else (if (i32.eq (local.get $width) (i32.const 2))
          (then (local.set $target (i32.load16_u $segment
            (i32.add (local.get $ordinals) (i32.shl (local.get $document) (i32.const 1))))))
          (else (local.set $target (i32.load $segment
            (i32.add (local.get $ordinals) (i32.shl (local.get $document) (i32.const 2)))))))))
      (local.set $target (i32.add (local.get $counts) (i32.shl (local.get $target) (i32.const 2))))
      (i32.store (local.get $target) (i32.add (i32.load (local.get $target)) (i32.const 1)))
      (local.set $documents (i32.add (local.get $documents) (i32.const 4)))
      (br $next))))

  ;; Counts the ordinals of each document, which are those between two offsets.
  (func (export "countMany")
    (param $documents i32) (param $count i32) (param $offsets i32) (param $ordinals i32) (param $width i32) (param $counts i32)
    (local $end i32) (local $at i32) (local $to i32) (local $target i32)
    (local.set $end (i32.add (local.get $documents) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $documents) (local.get $end)))
      (local.set $to (i32.add (local.get $offsets) (i32.shl (i32.load (local.get $documents)) (i32.const 2))))
      (local.set $at (i32.load $segment (local.get $to)))
      (local.set $to (i32.load $segment offset=4 (local.get $to)))
      (block $ended (loop $value
        (br_if $ended (i32.ge_u (local.get $at) (local.get $to)))
        (if (i32.eq (local.get $width) (i32.const 1))
          (then (local.set $target (i32.load8_u $segment (i32.add (local.get $ordinals) (local.get $at)))))
          (else (if (i32.eq (local.get $width) (i32.const 2))
            (then (local.set $target (i32.load16_u $segment
              (i32.add (local.get $ordinals) (i32.shl (local.get $at) (i32.const 1))))))
            (else (local.set $target (i32.load $segment
              (i32.add (local.get $ordinals) (i32.shl (local.get $at) (i32.const 2)))))))))
        (local.set $target (i32.add (local.get $counts) (i32.shl (local.get $target) (i32.const 2))))
        (i32.store (local.get $target) (i32.add (i32.load (local.get $target)) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $value)))
      (local.set $documents (i32.add (local.get $documents) (i32.const 4)))
      (br $next))))

  ;; Adds the only number of each document to the extent: the number of values, their sum, the smallest and the largest.
  (func (export "measureDense") (param $documents i32) (param $count i32) (param $numbers i32) (param $extent i32)
    (local $end i32) (local $value f64) (local $values f64) (local $sum f64) (local $min f64) (local $max f64)
    (local.set $values (f64.load (local.get $extent)))
    (local.set $sum (f64.load offset=8 (local.get $extent)))
    (local.set $min (f64.load offset=16 (local.get $extent)))
    (local.set $max (f64.load offset=24 (local.get $extent)))
    (local.set $end (i32.add (local.get $documents) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $documents) (local.get $end)))
      (local.set $value (f64.load $segment
        (i32.add (local.get $numbers) (i32.shl (i32.load (local.get $documents)) (i32.const 3)))))
      ;; NaN is no value: it is not equal to itself.
      (if (f64.eq (local.get $value) (local.get $value)) (then
        (local.set $values (f64.add (local.get $values) (f64.const 1)))
        (local.set $sum (f64.add (local.get $sum) (local.get $value)))
        (local.set $min (select (local.get $value) (local.get $min) (f64.lt (local.get $value) (local.get $min))))
        (local.set $max (select (local.get $value) (local.get $max) (f64.gt (local.get $value) (local.get $max))))))
      (local.set $documents (i32.add (local.get $documents) (i32.const 4)))
      (br $next)))
    (f64.store (local.get $extent) (local.get $values))
    (f64.store offset=8 (local.get $extent) (local.get $sum))
    (f64.store offset=16 (local.get $extent) (local.get $min))
    (f64.store offset=24 (local.get $extent) (local.get $max)))
)
